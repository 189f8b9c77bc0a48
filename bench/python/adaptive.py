"""Exponentiation with a window chosen by the length of the exponent, after Ji and Wan, Adaptive Modular Exponentiation
Methods v.s. Python's Power Function: m-ary digits by their Algorithm 2, sliding windows by their Algorithm 4."""

from bisect import bisect_right

# Tables I and II of the paper: from so many bits on, the next window is the best.
M_ARY_FROM = (6, 35, 122, 369, 1044, 2823, 7371)
SLIDING_FROM = (21, 24, 80, 240, 672, 1792, 4608)


def pow_m_ary(base, exponent, modulus):
    """base^exponent mod modulus by digits of m bits, from the left."""
    bits = exponent.bit_length()
    m = 1 + bisect_right(M_ARY_FROM, bits)
    powers = [1, base % modulus]
    for _ in range(2, 1 << m):
        powers.append(powers[-1] * base % modulus)

    mask = (1 << m) - 1
    acc = 1
    for shift in range((bits + m - 1) // m * m - m, -1, -m):
        for _ in range(m):
            acc = acc * acc % modulus
        digit = exponent >> shift & mask
        if digit:
            acc = acc * powers[digit] % modulus
    return acc


def pow_sliding(base, exponent, modulus):
    """base^exponent mod modulus by windows of up to m bits that begin and end with a one."""
    bits = exponent.bit_length()
    m = 2 + bisect_right(SLIDING_FROM, bits)
    square = base * base % modulus
    odd_powers = [base % modulus]
    for _ in range(1, 1 << (m - 1)):
        odd_powers.append(odd_powers[-1] * square % modulus)

    digits = bin(exponent)[2:]
    acc = 1
    i = 0
    while i < bits:
        if digits[i] == "0":
            acc = acc * acc % modulus
            i += 1
            continue
        window = digits[i : i + m].rstrip("0")
        for _ in window:
            acc = acc * acc % modulus
        acc = acc * odd_powers[int(window, 2) >> 1] % modulus
        i += len(window)
    return acc
