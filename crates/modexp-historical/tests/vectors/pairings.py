"""Checks pairings.json with PARI's Tate pairing (pip install cypari): python3 pairings.py

Each record has P = 2·G1, Q = 3·G2 and the value e(P, Q), whose coefficients are written the highest first. With Q on the curve over
GF(p^k) and PARI's reduced Tate pairing t of Q and P, the value is t for k = 2. An ate pairing whose loop is Σ c_i·p^i = m·r satisfies
e^(k·p^(k−1)) = t^(m·k·p^(k−1) − (p^k − 1)/r·Σ i·c_i·p^(i−1)) (Vercauteren, Optimal pairings, 2008/096), and ours is its power
by the factor of the final chain. Over GF(2^m), where p is the polynomial, the value to the power 2^((m - 1)/2) is t.
"""

import json
import os

from cypari import pari

# w generates GF(p^k): its polynomial; the generators of the tower below w, from the highest; the coefficients of the loop; the
# factor of the final chain
X_KSS, X_BLS, X_MNT = 0x15000000007004210, 0x8010000A00000000, -0xD285DA0CFEF02F06F812
X_KSS508, X_BLS509 = -(2**64) - 2**51 + 2**46 + 2**12, -(2**51) - 2**28 + 2**11 - 1
FAMILIES = {
    "SSP-512": ("x^2 + 1", [], None, 1),
    "CP-512": ("x^2 + 1", [], None, 1),
    "SSP-1536": ("x^2 + 1", [], None, 1),
    "MNT-160": ("x^6 + 2", ["(w^2)"], [X_MNT, -1], 1),
    "KSS18-511": ("x^18 + 2", ["(w^2)", "(w^6)"], [X_KSS, 3, 0, 0, -1], 3),
    "KSS18-508": ("x^18 + 2", ["(w^2)", "(w^6)"], [X_KSS508, 3, 0, 0, -1], 3),
    "BLS24-629": ("(x^12 - 1)^2 + 1", ["(w^2)", "(w^6)", "(w^12 - 1)"], [X_BLS, -1], 3),
    "BLS24-509": ("(x^12 - 1)^2 + 1", ["(w^2)", "(w^6)", "(w^12 - 1)"], [X_BLS509, -1], 3),
}


def monomials(k, generators):
    """The basis of the tower, from the lowest coefficient on."""
    degrees = {0: [2], 1: [2, 3], 2: [2, 3, 3], 3: [2, 3, 2, 2]}[len(generators)]
    basis = ["1"]
    for generator, degree in reversed(list(zip(["w", *generators], degrees))):
        basis = [f"{generator}^{i}*{below}" for i in range(degree) for below in basis]
    assert len(basis) == k
    return basis


def element(coefficients, basis):
    return "+".join(f"({c})*{b}" for c, b in zip(coefficients, basis))


def check(name, record):
    polynomial, generators, loop, factor = FAMILIES[name]
    p, r = int(record["p"], 0), int(record["order"], 0)
    size = (p.bit_length() + 7) // 8
    value = bytes.fromhex(record["value"])
    k = len(value) // size
    basis = monomials(k, generators)
    pari(f"w = ffgen(Mod(1, {p})*({polynomial}), 'w)")
    coefficients = [int.from_bytes(value[i : i + size], "big") for i in range(0, len(value), size)][::-1]
    pari(f"value = ({element(coefficients, basis)})*w^0")
    pari(f"E = ellinit([{record['a']}*w^0, {record['b']}*w^0])")
    pari(f"P = [{record['P'][0]}*w^0, {record['P'][1]}*w^0]")
    # the field of the twist has the monomials without w, and without v where the twist is sextic
    prefix = "w^0*" if len(generators) < 2 else "w^0*(w^2)^0*"
    inner = [b for b in basis if b.startswith(prefix)]
    x, y = (element(c, inner) for c in record["Q"])
    # twists of both types
    found = [s for s in (-1, 1) if pari(f"ellisoncurve(E, [({x})*w^0*w^{2 * s}, ({y})*w^0*w^{3 * s}])")]
    pari(f"Q = [({x})*w^0*w^{2 * found[0]}, ({y})*w^0*w^{3 * found[0]}]")
    pari(f"t = elltatepairing(E, Q, P, {r})^(({p}^{k} - 1)/{r})")
    left, right = 1, 1
    if loop:
        total = sum(c * p**i for i, c in enumerate(loop))
        assert total % r == 0
        left = k * p ** (k - 1)
        derivative = sum(i * c * p ** (i - 1) for i, c in enumerate(loop) if i)
        right = factor * (total // r * left - (p**k - 1) // r * derivative)
    assert pari(f"t != 1 && value^{left % r} == t^{right % r}"), name


def minimal_polynomial(p):
    """That of x·t above GF(2), for GF(2^m) = GF(2)[x]/p and t^4 = t + 1: by Berlekamp's and Massey's algorithm."""
    m = p.bit_length() - 1

    def times_x(a):
        return a << 1 ^ (p if a >> (m - 1) & 1 else 0)

    # Σ a[i]·t^i
    a, sequence = [1, 0, 0, 0], 0
    for i in range(8 * m):
        sequence |= (a[3] & 1) << i
        a0, a1, a2, a3 = map(times_x, a)
        a = [a3, a0 ^ a3, a1, a2]
    connection, previous, length, shift = 1, 1, 0, 1
    for i in range(8 * m):
        window = int(bin(sequence & ((2 << i) - 1))[2:].zfill(i + 1)[::-1], 2)
        if (window & connection).bit_count() & 1 == 0:
            shift += 1
            continue
        before = connection
        connection ^= previous << shift
        if 2 * length <= i:
            length, previous, shift = i + 1 - length, before, 0
        shift += 1
    assert length == 4 * m
    return int(bin(connection)[2:].zfill(length + 1)[::-1], 2)


def check_binary(name, record):
    p, r = int(record["p"], 0), int(record["order"], 0)
    m = p.bit_length() - 1
    pari(f"w = ffgen(Mod(1, 2)*Pol(binary({minimal_polynomial(p)}), 'w), 'w)")
    # 15 has an inverse modulo 2^m - 1, and t^15 = 1
    pari(f"x = w^{15 * pow(15, -1, 2**m - 1)}")
    pari("t = w/x")
    pari("s = t^2 + t")
    assert pari("s^2 == s + 1 && t != 1"), name
    pari("of(n) = subst(Pol(binary(n), 'v), 'v, x)")
    size = (m + 7) // 8
    value = bytes.fromhex(record["value"])
    f3, f2, f1, f0 = (int.from_bytes(value[i : i + size], "big") for i in range(0, 4 * size, size))
    pari(f"value = of({f0}) + of({f1})*s + of({f2})*t + of({f3})*s*t")
    pari(f"E = ellinit([0, 0, 1, 1, {record['b']}]*w^0)")
    pari(f"P = [of({record['P'][0]}), of({record['P'][1]})]")
    (x,), (y,) = record["Q"]
    pari(f"Q = [of({x}) + s^2, of({y}) + s*of({x}) + t]")
    assert pari("ellisoncurve(E, P) && ellisoncurve(E, Q)"), name
    pari(f"e = elltatepairing(E, P, Q, {r})^((2^{4 * m} - 1)/{r})")
    assert pari(f"e != 1 && value^(2^{(m - 1) // 2}) == e"), name


path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pairings.json")
with open(path, encoding="utf-8") as file:
    records = json.load(file)
pari.allocatemem(2 * 10**8)
for name, record in records.items():
    (check_binary if name.startswith("SS2") else check)(name, record)
print(f"{len(records)} values are PARI's")
