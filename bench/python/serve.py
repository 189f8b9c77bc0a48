"""Python's pow, the adaptive methods on its integers, gmpy2, and mcl's pairing at the orders of another program, by lines, so that
it can time them in turn with the contenders of other programs. The orders are those of tools/peers/src/serve.rs. There are
powers and pairings only."""

import json
import platform
import sys
import time

import pairings
from adaptive import pow_m_ary, pow_sliding

try:
    import gmpy2
except ImportError:
    gmpy2 = None


INTERPRETER = platform.python_implementation()  # CPython or PyPy


def powers(m, base, exponent):
    """Name, whether constant-time, and a function that computes base^exponent mod m."""
    yield f"{INTERPRETER} pow", False, lambda: pow(base, exponent, m)
    yield f"{INTERPRETER}, adaptive m-ary", False, lambda: pow_m_ary(base, exponent, m)
    yield f"{INTERPRETER}, adaptive sliding window", False, lambda: pow_sliding(base, exponent, m)
    if gmpy2 is not None:
        b, e, n = map(gmpy2.mpz, (base, exponent, m))
        yield "gmpy2 powmod", False, lambda: gmpy2.powmod(b, e, n)
        if m % 2 == 1:
            yield "gmpy2 powmod_sec", True, lambda: gmpy2.powmod_sec(b, e, n)


def contenders(kind, m, bases, exponents):
    """Name, whether constant-time, a function that computes, and one that returns the last results."""
    if kind != "power":
        return [(name, False, run, results) for name, run, results in pairings.contenders(kind, m, *exponents[:2])]
    return [
        (name, constant, run, lambda run=run: [int(run())])
        for name, constant, run in powers(m, bases[0], exponents[0])
    ]


def numbers(words):
    """Those of a list with commas, where a minus sign is an empty one."""
    return [] if words == "-" else [int(word, 16) for word in words.split(",")]


class Server:
    def __init__(self):
        self.kind = "power"
        self.problems = []

    def clear(self, kind):
        self.kind = kind
        self.problems = []
        return "ok"

    def add(self, modulus, bases, exponents, _primes, _table_bytes):
        self.problems.append(contenders(self.kind, int(modulus, 16), numbers(bases), numbers(exponents)))
        return "ok"

    def contenders(self):
        about = [{"name": name, "constantTime": constant, "powers": 1} for name, constant, *_ in self.problems[0]]
        return json.dumps(about)

    def result(self, contender, i):
        _, _, run, results = self.problems[int(i)][int(contender)]
        run()
        return ",".join(f"{x:x}" for x in results())

    def time(self, contender, first, count):
        computations = [problem[int(contender)][2] for problem in self.problems]
        start = time.perf_counter_ns()
        for i in range(int(first), int(first) + int(count)):
            computations[i % len(computations)]()
        return str(time.perf_counter_ns() - start)


def main():
    version = f"{INTERPRETER} {platform.python_version()}"
    if pairings.mcl is not None:
        version += ", mclbn256"
    if gmpy2 is not None:
        version += f", gmpy2 {gmpy2.version()} ({gmpy2.mp_version()})"
    print(version, flush=True)
    server = Server()
    for line in sys.stdin:
        order, *words = line.split()
        print(getattr(server, order)(*words), flush=True)


main()
