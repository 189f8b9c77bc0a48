// A program solves problems, in this engine or in a process with an exchange of lines: { id, name, version, kinds, load(kind, problems) }.
//
// A problem is { m, bases, exponents, primes, tableBytes }; native/pow/problem.rs explains the kinds. `load` resolves to contenders
// for `race`: { name, program, constantTime, powers, results(i), time(first, count) }. Each solves all problems.

/** A program of this engine: `solvers` has a list of solvers for each kind, see contenders.mjs. */
export function localProgram(name, version, solvers) {
  const solve = async (kind, problem) => {
    const lists = await Promise.all(solvers[kind].map((solver) => solver({ kind, ...problem })));
    return lists.flat().filter(({ largest = Number.POSITIVE_INFINITY }) => size(problem) <= largest);
  };
  return {
    id: "local",
    name,
    version,
    kinds: Object.keys(solvers),
    async load(kind, problems) {
      const lists = [];
      for (const problem of problems) lists.push(await solve(kind, problem));
      return lists[0].map(({ name: contender, constantTime = false, powers = 1, isAsync }, at) => {
        const computations = lists.map((list) => list[at].compute);
        return {
          name: contender,
          program: name,
          constantTime,
          powers,
          async results(i) {
            const { compute, read = (x) => x } = lists[i][at];
            return [read(await compute())].flat();
          },
          async time(first, count) {
            const start = performance.now();
            if (isAsync) {
              for (let i = first; i < first + count; i++) await computations[i % computations.length]();
            } else {
              for (let i = first; i < first + count; i++) computations[i % computations.length]();
            }
            return performance.now() - start;
          },
        };
      });
    },
  };
}

/** The n with equal work for a power with modulus and exponent of n bits. */
function size({ m, exponents: [exponent] }) {
  return Math.cbrt(m.toString(2).length ** 2 * exponent.toString(2).length);
}

const hex = (x) => x.toString(16);
const words = (list = []) => (list.length === 0 ? "-" : list.map(hex).join(","));

/** A program that answers lines; tools/peers/src/serve.rs has the orders. Its first line was `version`. */
export function programByLines({ id, name, kinds }, { version, ask }) {
  return {
    id,
    name,
    version,
    kinds,
    ask,
    async load(kind, problems) {
      await ask(`clear ${kind}`);
      for (const { m, bases, exponents, primes, tableBytes = 0 } of problems) {
        await ask(`add ${hex(m)} ${words(bases)} ${words(exponents)} ${words(primes)} ${tableBytes}`);
      }
      return JSON.parse(await ask("contenders")).map((about, at) => ({
        ...about,
        program: name,
        results: async (i) => (await ask(`result ${at} ${i}`)).split(",").map((digits) => BigInt(`0x${digits}`)),
        time: async (first, count) => Number(await ask(`time ${at} ${first} ${count}`)) / 1e6,
      }));
    },
  };
}

/** The contenders of all `programs` that solve problems of this kind. */
export async function contendersOf(kind, problems, programs) {
  const lists = [];
  for (const program of programs.filter(({ kinds }) => kinds.includes(kind))) {
    lists.push(await program.load(kind, problems));
  }
  return lists.flat();
}
