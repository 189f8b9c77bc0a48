"""mcl's pairing BN254 and its groups, by the functions of its C library. P = k·G1 and Q = l·G2 are made before; a value, which
differs between libraries by a fixed exponent, is 1 if it is the right power of e(G1, G2), and 0 if not."""

from ctypes import byref, create_string_buffer

try:
    from mclbn256 import mclbn256 as mcl
except ImportError:
    mcl = None

P = 0x2523648240000001BA344D80000000086121000000000013A700000000000013
G1 = (P - 1, 1)
G2 = (
    0x709C6776299080BA18B8F699E70E6EA3C281D9A853A5C75E1938B07D677F1DE,
    0x2420E103B8DF886DE081595F9795B931998398A2D278BAD5FB6A35BF403535FB,
    0xB90D0421E0D646F689B71E1EA69BB51C77E396C31CE327AD0FCF00E129F438D,
    0x89897A1498F1AF571721A7CD445D72A3C32FFA8509697C07D67CC7F801CD05C,
)
ORDER = 0x2523648240000001BA344D8000000007FF9F800000000010A10000000000000D
DECIMAL = 10


def parsed(element, parse, text):
    """The element with the value of a text."""
    if parse(byref(element), text.encode(), len(text), DECIMAL) != 0:
        raise ValueError(text)
    return element


def coordinates(point, write):
    """The coefficients of a point's coordinates: mcl writes "1 x y"."""
    text = create_string_buffer(1024)
    write(text, len(text), byref(point), DECIMAL)
    return [int(x) for x in text.value.split()[1:]]


def contenders(kind, p, k, l):
    """Name, a function that computes, and one that returns the results."""
    if mcl is None or p != P:
        return []
    lib = mcl.lib
    k, l, both = (parsed(mcl.Fr(), lib.mclBnFr_setStr, str(x)) for x in (k, l, k * l % ORDER))
    g1 = parsed(mcl.G1(), lib.mclBnG1_setStr, " ".join(map(str, (1, *G1))))
    g2 = parsed(mcl.G2(), lib.mclBnG2_setStr, " ".join(map(str, (1, *G2))))
    first, second, out1, out2 = mcl.G1(), mcl.G2(), mcl.G1(), mcl.G2()
    base, value, other, want = mcl.GT(), mcl.GT(), mcl.GT(), mcl.GT()
    lib.mclBnG1_mul(byref(first), byref(g1), byref(k))
    lib.mclBnG2_mul(byref(second), byref(g2), byref(l))
    lib.mclBn_pairing(byref(base), byref(g1), byref(g2))

    def multiply_1():
        lib.mclBnG1_mul(byref(out1), byref(first), byref(l))
        lib.mclBnG1_normalize(byref(out1), byref(out1))

    def multiply_2():
        lib.mclBnG2_mul(byref(out2), byref(second), byref(k))
        lib.mclBnG2_normalize(byref(out2), byref(out2))

    def product_of_2():
        lib.mclBn_millerLoop(byref(value), byref(first), byref(second))
        lib.mclBn_millerLoop(byref(other), byref(g1), byref(g2))
        lib.mclBnGT_mul(byref(value), byref(value), byref(other))
        lib.mclBn_finalExp(byref(value), byref(value))

    def is_right():
        return [lib.mclBnGT_isEqual(byref(value), byref(want))]

    if kind == "g1":
        return [("mcl G1_mul", multiply_1, lambda: coordinates(out1, lib.mclBnG1_getStr))]
    if kind == "g2":
        return [("mcl G2_mul", multiply_2, lambda: coordinates(out2, lib.mclBnG2_getStr))]
    if kind == "gt":
        lib.mclBn_pairing(byref(want), byref(first), byref(g2))
        return [("mcl GT_pow", lambda: lib.mclBnGT_pow(byref(value), byref(base), byref(k)), is_right)]
    lib.mclBnGT_pow(byref(want), byref(base), byref(both))
    if kind == "pairing":
        return [("mcl pairing", lambda: lib.mclBn_pairing(byref(value), byref(first), byref(second)), is_right)]
    if kind == "product2":
        lib.mclBnGT_mul(byref(want), byref(want), byref(base))
        return [("mcl millerLoop twice, finalExp", product_of_2, is_right)]
    return []
