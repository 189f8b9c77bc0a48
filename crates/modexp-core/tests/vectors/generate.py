"""Writes python.jsonl beside this file: modular powers, products and inverses computed by CPython's integers.

Run: python3 generate.py. The numbers are seeded, so the file does not change from run to run. Each line is
{"id", "base", "exp", "mod", "result"} or {"id", "op": "modmul" | "modinv", …}, hexadecimal, "-" before negative
numbers, "error" instead of "result" where there is none.
"""

import json
import pathlib
import random

BOUNDARY_SIZES = [1, 2, 8, 27, 28, 29, 31, 32, 33, 51, 52, 53, 63, 64, 65, 102, 103, 104, 112, 128, 204, 208, 255, 256, 257]
BOUNDARY_SIZES += [416, 511, 512, 513, 1020, 1024, 1025, 1536, 2040, 2048, 2049, 3072, 4096]
random.seed("modexp vectors")


def text(x):
    return format(x, "x")


def runs(bits):
    """A number of up to `bits` bits made of long runs of ones and zeros."""
    x = 0
    while x.bit_length() < bits:
        run = random.randint(1, 70)
        x = x << run | (random.getrandbits(1) * ((1 << run) - 1)) | (x == 0)
    return x >> (x.bit_length() - bits)


def numbers(bits):
    yield random.getrandbits(bits)
    yield runs(bits)
    yield (1 << bits) - 1


records = []


def add_pow(name, base, exponent, modulus):
    record = {"id": name, "base": text(base), "exp": text(exponent), "mod": text(modulus)}
    try:
        record["result"] = text(pow(base, exponent, modulus))
    except ValueError:
        record["error"] = "no inverse"
    records.append(record)


for bits in BOUNDARY_SIZES:
    for shape, modulus in enumerate([*numbers(bits), (1 << bits - 1) + 1, runs(bits) & ~0xFF]):
        modulus = max(modulus | (1 << bits - 1), 1)
        if shape < 2:
            modulus |= 1
        exponent_bits = random.choice([17, 64, 96, bits]) if bits > 512 else bits + 1
        base = random.choice([modulus - 1, runs(bits), random.getrandbits(bits + 3), random.getrandbits(2 * bits + 9)])
        add_pow(f"pow:{bits}:{shape}", base, runs(exponent_bits), modulus)
    modulus = runs(bits) | 1 | 1 << bits - 1
    add_pow(f"negative base:{bits}", -random.getrandbits(bits), 65537, modulus)
    add_pow(f"negative exponent:{bits}", runs(bits), -random.getrandbits(20), modulus)
    a, b = random.getrandbits(bits + 1), runs(bits + 1)
    records.append({"id": f"product:{bits}", "op": "modmul", "a": text(a), "b": text(b), "mod": text(modulus),
                    "result": text(a * b % modulus)})
    for modulus in (modulus, modulus + 1):
        record = {"id": f"inverse:{bits}:{modulus & 1}", "op": "modinv", "a": text(a), "mod": text(modulus)}
        try:
            record["result"] = text(pow(a, -1, modulus))
        except ValueError:
            record["error"] = "no inverse"
        records.append(record)

lines = "".join(json.dumps(record) + "\n" for record in records)
pathlib.Path(__file__).with_name("python.jsonl").write_text(lines, encoding="ascii")
