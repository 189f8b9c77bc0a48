//! The assembly of `adx`: row blocks of a product, a square and a reduction.
//!
//! A *row block* multiplies a fixed block of 8 (or 4) limbs by each limb of a long number in turn. The 8 limbs of the
//! sum that still change are the window. They stay in registers. Each row loads one limb from memory, stores one
//! finished limb, and so moves the window up by one. Bound: window + t_k + block·b_k ≤ (2^512 − 1) + (2^64 − 1) +
//! (2^512 − 1)(2^64 − 1) = 2^576 − 1. So a row never carries beyond the window, and rows need no flags from each other.
//!
//! A row adds the low halves by the carry flag (adcx) and the high halves by the overflow flag (adox). It adds window
//! limb i one place lower, and the high half of product i takes its place: the shift costs nothing.
//!
//! Registers: window r8–r15, row factor rdx, products rax:rcx, block rbx, long factor rsi, sum rdi. rbx cannot be an
//! operand of `asm!`, so it is saved on the stack by hand.

use super::Adx;
use super::rows::{row, steps};
use core::arch::asm;

/// Row k of a row block: t_k and the window += block·b_k. The window is `$s0` and the registers `$w` before the row, and
/// `$s1` and these registers after it.
macro_rules! block_row {
    ($k:literal, $s0:literal, $s1:literal, $($w:literal)+) => {
        concat! {
            "mov rdx, [rsi + 8*", $k, "]\n",
            "xor ecx, ecx\n", // clears both carry flags
            "adox ", $s0, ", [rdi + 8*", $k, "]\n",
            "mulx ", $s1, ", rcx, [rbx]\n",
            "adcx ", $s0, ", rcx\n",
            "mov [rdi + 8*", $k, "], ", $s0, "\n",
            steps!("rbp", "rbx + 8"; $s1 $($w)+),
        }
    };
}

/// Four rows a round until rsi equals the end, which is on top of the stack. No rows if rsi is already there. The window
/// is r8 and the registers `$w`.
macro_rules! row_block_loop {
    ($($w:literal)+) => {
        concat! {
            "jmp 3f\n",
            ".p2align 5\n",
            "2:\n",
            block_row!(0, "r8", "rax", $($w)+),
            block_row!(1, "rax", "r8", $($w)+),
            block_row!(2, "r8", "rax", $($w)+),
            block_row!(3, "rax", "r8", $($w)+),
            "add rsi, 32\n",
            "add rdi, 32\n",
            "3:\n",
            "cmp rsi, [rsp]\n",
            "jne 2b\n",
        }
    };
}

macro_rules! row_block_loop8 {
    () => {
        row_block_loop!("r9" "r10" "r11" "r12" "r13" "r14" "r15")
    };
}

macro_rules! row_block_loop4 {
    () => {
        row_block_loop!("r9" "r10" "r11")
    };
}

/// Row k of the triangle of a reduction: u = window_0·m0_inv makes limb k of window + u·block zero; t_k = u.
macro_rules! reduce_row {
    ($k:literal, $s0:literal, $s1:literal, $($w:literal)+) => {
        concat! {
            "mov rdx, ", $s0, "\n",
            "imul rdx, [rsp + 8]\n",
            "mov [rdi + 8*", $k, "], rdx\n",
            "xor ecx, ecx\n",
            "mulx ", $s1, ", rcx, [rbx]\n",
            "adcx ", $s0, ", rcx\n",
            steps!("rbp", "rbx + 8"; $s1 $($w)+),
        }
    };
}

macro_rules! reduce8_row {
    ($k:literal, $s0:literal, $s1:literal) => {
        reduce_row!($k, $s0, $s1, "r9" "r10" "r11" "r12" "r13" "r14" "r15")
    };
}

macro_rules! reduce4_row {
    ($k:literal, $s0:literal, $s1:literal) => {
        reduce_row!($k, $s0, $s1, "r9" "r10" "r11")
    };
}

macro_rules! factor {
    ($i:literal) => {
        concat! { "mov rdx, [rbx + 8*", $i, "]\n", "xor ecx, ecx\n" }
    };
}

macro_rules! put {
    ($k:literal, $reg:literal) => {
        concat! { "mov [rdi + 8*", $k, "], ", $reg, "\n" }
    };
}

macro_rules! get {
    ($reg:literal, $k:literal) => {
        concat! { "mov ", $reg, ", [rdi + 8*", $k, "]\n" }
    };
}

/// t_{2i}, t_{2i+1} = 2t + a_i². The doubling carries in CF, the squares in OF.
macro_rules! double_and_square {
    ($i:literal, $lo:literal, $hi:literal) => {
        concat! {
            "mov rdx, [rsi + 8*", $i, "]\n",
            "mulx rax, rdx, rdx\n",
            "mov r8, [rdi + ", $lo, "]\n",
            "mov r9, [rdi + ", $hi, "]\n",
            "adcx r8, r8\n",
            "adox r8, rdx\n",
            "mov [rdi + ", $lo, "], r8\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mov [rdi + ", $hi, "], r9\n",
        }
    };
}

macro_rules! load4 {
    () => {
        concat! { get!("r8", 0), get!("r9", 1), get!("r10", 2), get!("r11", 3) }
    };
}

macro_rules! load8 {
    () => {
        concat! { load4!(), get!("r12", 4), get!("r13", 5), get!("r14", 6), get!("r15", 7) }
    };
}

macro_rules! zero4 {
    () => {
        "xor r8d, r8d\n xor r9d, r9d\n xor r10d, r10d\n xor r11d, r11d\n"
    };
}

macro_rules! zero8 {
    () => {
        concat! { zero4!(), "xor r12d, r12d\n xor r13d, r13d\n xor r14d, r14d\n xor r15d, r15d\n" }
    };
}

macro_rules! store8 {
    () => {
        concat! {
            store4!(), put!(4, "r12"), put!(5, "r13"), put!(6, "r14"), put!(7, "r15"),
        }
    };
}

macro_rules! store4 {
    () => {
        concat! { put!(0, "r8"), put!(1, "r9"), put!(2, "r10"), put!(3, "r11") }
    };
}

/// One limb of the sum of window, memory and the carry flag.
macro_rules! add_out {
    ($k:literal, $reg:literal) => {
        concat! { "adc ", $reg, ", [rdi + 8*", $k, "]\n", "mov [rdi + 8*", $k, "], ", $reg, "\n" }
    };
}

/// Runs the named template with the block in rbx, and marks every register that a row block uses as clobbered.
macro_rules! run {
    ($t:expr, $block:expr, $long:expr, $end:expr, $inv:expr, $carry:expr, $($code:expr),+ $(,)?) => {{
        let mut carry: u64 = $carry;
        // SAFETY: `Adx` proves mulx, adcx and adox; the callers' length checks cover every address.
        unsafe {
            asm!(
                "push rbx",
                "push rbp",
                "push rax",
                "push rdx",
                "push rcx",
                "mov rbx, r8",
                "xor ebp, ebp",
                $($code,)+
                "add rsp, 24",
                "pop rbp",
                "pop rbx",
                inout("rdi") $t => _,
                inout("rsi") $long => _,
                inout("rcx") $end => _,
                inout("rdx") $inv => _,
                inout("rax") carry,
                inout("r8") $block => _,
                out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
        carry
    }};
}

impl Adx {
    /// t = t + block·b for t of b.len() limbs; the upper limbs of the sum are written above them.
    pub(super) fn row_block(self, t: &mut [u64], block: &[u64], b: &[u64]) {
        assert!(t.len() == block.len() + b.len() && b.len().is_multiple_of(4));
        let end = b.as_ptr_range().end;
        if block.len() == 8 {
            run! {
                t.as_mut_ptr(), block.as_ptr(), b.as_ptr(), end, 0u64, 0,
                zero8!(), row_block_loop8!(), store8!(),
            };
        } else {
            assert!(block.len() == 4);
            run! {
                t.as_mut_ptr(), block.as_ptr(), b.as_ptr(), end, 0u64, 0,
                zero4!(), row_block_loop4!(), store4!(),
            };
        }
    }

    /// t = t + Σ_{i<j} a_i·a_j·2^(64(i + j)) for i in the first `width` limbs of a and t of a.len() limbs; the upper
    /// `width` limbs of the sum are written above them.
    pub(super) fn row_block_of_square(self, t: &mut [u64], a: &[u64], width: usize) {
        assert!(t.len() == a.len() + width && a.len() >= width && a.len().is_multiple_of(4));
        let b = &a[width..];
        let end = b.as_ptr_range().end;
        if width == 8 {
            run! {
                t.as_mut_ptr(), a.as_ptr(), b.as_ptr(), end, 0u64, 0,
                load8!(),
                factor!(0), row!("rbp", "rbx + 8"; "r9" "r10" "r11" "r12" "r13" "r14" "r15" new "r8"),
                put!(1, "r9"), put!(2, "r10"),
                factor!(1), row!("rbp", "rbx + 16"; "r11" "r12" "r13" "r14" "r15" "r8" new "r9"),
                put!(3, "r11"), put!(4, "r12"),
                factor!(2), row!("rbp", "rbx + 24"; "r13" "r14" "r15" "r8" "r9" new "r10"),
                put!(5, "r13"), put!(6, "r14"),
                factor!(3), row!("rbp", "rbx + 32"; "r15" "r8" "r9" "r10" new "r11"),
                put!(7, "r15"),
                factor!(4), row!("rbp", "rbx + 40"; "r9" "r10" "r11" new "r12"),
                factor!(5), row!("rbp", "rbx + 48"; "r11" "r12" new "r13"),
                factor!(6), row!("rbp", "rbx + 56"; "r13" new "r14"),
                "xor r15d, r15d",
                "add rdi, 64",
                row_block_loop8!(), store8!(),
            };
        } else {
            assert!(width == 4);
            run! {
                t.as_mut_ptr(), a.as_ptr(), b.as_ptr(), end, 0u64, 0,
                load4!(),
                factor!(0), row!("rbp", "rbx + 8"; "r9" "r10" "r11" new "r8"),
                put!(1, "r9"), put!(2, "r10"),
                factor!(1), row!("rbp", "rbx + 16"; "r11" "r8" new "r9"),
                put!(3, "r11"),
                factor!(2), row!("rbp", "rbx + 24"; "r9" new "r10"),
                "xor r11d, r11d",
                "add rdi, 32",
                row_block_loop4!(), store4!(),
            };
        }
    }

    /// t = 2t + Σ a_i²·2^(128i), for a sum below 2^(64·t.len()).
    pub(super) fn double_and_square(self, t: &mut [u64], a: &[u64]) {
        assert!(t.len() == 2 * a.len() && !a.is_empty() && a.len().is_multiple_of(4));
        // SAFETY: `Adx` proves mulx, adcx and adox; four limbs of `a` and eight of `t` per round.
        unsafe {
            asm!(
                "xor eax, eax",
                "2:",
                double_and_square!(0, 0, 8),
                double_and_square!(1, 16, 24),
                double_and_square!(2, 32, 40),
                double_and_square!(3, 48, 56),
                // lea and jrcxz do not change the flags
                "lea rsi, [rsi + 32]",
                "lea rdi, [rdi + 64]",
                "lea rcx, [rcx - 1]",
                "jrcxz 3f",
                "jmp 2b",
                "3:",
                inout("rdi") t.as_mut_ptr() => _,
                inout("rsi") a.as_ptr() => _,
                inout("rcx") a.len() / 4 => _,
                out("rax") _, out("rdx") _, out("r8") _, out("r9") _,
                options(nostack),
            );
        }
    }

    /// Adds u·m to t for the u < 2^(64·width) that makes the lowest `width` limbs of the sum zero, and puts u in their
    /// place. t has n + width limbs. Adds `carry` at limb n. Returns the carry out of the top limb.
    pub(super) fn reduce_row_block(self, t: &mut [u64], m: &[u64], width: usize, m0_inv: u64, carry: u64) -> u64 {
        assert!(t.len() == m.len() + width && m.len() >= width && m.len().is_multiple_of(4));
        let end = m.as_ptr_range().end;
        if width == 8 {
            run! {
                t.as_mut_ptr(), m.as_ptr(), m[8..].as_ptr(), end, m0_inv, carry,
                load8!(),
                reduce8_row!(0, "r8", "rax"), reduce8_row!(1, "rax", "r8"),
                reduce8_row!(2, "r8", "rax"), reduce8_row!(3, "rax", "r8"),
                reduce8_row!(4, "r8", "rax"), reduce8_row!(5, "rax", "r8"),
                reduce8_row!(6, "r8", "rax"), reduce8_row!(7, "rax", "r8"),
                // the quotients are the block, and the rest of m is the long factor
                "mov rbx, rdi",
                "add rdi, 64",
                row_block_loop8!(),
                "mov rcx, [rsp + 16]",
                "neg rcx", // carry flag = carry
                add_out!(0, "r8"), add_out!(1, "r9"), add_out!(2, "r10"), add_out!(3, "r11"), add_out!(4, "r12"),
                add_out!(5, "r13"), add_out!(6, "r14"), add_out!(7, "r15"),
                "mov eax, 0",
                "adc eax, 0",
            }
        } else {
            assert!(width == 4);
            run! {
                t.as_mut_ptr(), m.as_ptr(), m[4..].as_ptr(), end, m0_inv, carry,
                load4!(),
                reduce4_row!(0, "r8", "rax"), reduce4_row!(1, "rax", "r8"),
                reduce4_row!(2, "r8", "rax"), reduce4_row!(3, "rax", "r8"),
                "mov rbx, rdi",
                "add rdi, 32",
                row_block_loop4!(),
                "mov rcx, [rsp + 16]",
                "neg rcx", add_out!(0, "r8"), add_out!(1, "r9"), add_out!(2, "r10"), add_out!(3, "r11"),
                "mov eax, 0",
                "adc eax, 0",
            }
        }
    }

    /// out = t − m, for t + carry·2^(64n) < 2m. Returns all ones if t + carry·2^(64n) < m, else zero.
    pub(super) fn subtract(self, out: &mut [u64], t: &[u64], m: &[u64], carry: u64) -> u64 {
        assert!(out.len() == t.len() && t.len() == m.len() && !m.is_empty() && m.len().is_multiple_of(4));
        let mut below = carry;
        // SAFETY: plain x86-64; four limbs of each slice per round.
        unsafe {
            asm!(
                "clc",
                "2:",
                "mov r8, [rsi]",
                "mov r9, [rsi + 8]",
                "mov r10, [rsi + 16]",
                "mov r11, [rsi + 24]",
                "sbb r8, [rdx]",
                "sbb r9, [rdx + 8]",
                "sbb r10, [rdx + 16]",
                "sbb r11, [rdx + 24]",
                "mov [rdi], r8",
                "mov [rdi + 8], r9",
                "mov [rdi + 16], r10",
                "mov [rdi + 24], r11",
                "lea rsi, [rsi + 32]",
                "lea rdx, [rdx + 32]",
                "lea rdi, [rdi + 32]",
                "lea rcx, [rcx - 1]",
                "jrcxz 3f",
                "jmp 2b",
                "3:",
                "sbb rax, 0",
                inout("rdi") out.as_mut_ptr() => _,
                inout("rsi") t.as_ptr() => _,
                inout("rdx") m.as_ptr() => _,
                inout("rcx") m.len() / 4 => _,
                inout("rax") below,
                out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                options(nostack),
            );
        }
        below
    }
}
