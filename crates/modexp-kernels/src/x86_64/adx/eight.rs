//! `adx` at 8 limbs: whole Montgomery products and squares without a loop.
//!
//! The rows are those of the strips (see `blocks`), with the 16 limbs of the product on the stack. The reduction takes
//! the quotients of two rows at once, as at 4 limbs: one after the other they cost 10.8 cycles a row on Zen 5, where the
//! products of a row take 8.5.
//!
//! Registers: window r8–r15, row factor rdx, products in rax, rcx, rbx. Stack: t in 16 limbs, then the pointers to m and
//! to the result.

use super::Adx;
use core::arch::asm;

/// One limb of a row: adds a_j·rdx. `$out` is finished, `$slot` becomes the next one's window limb.
macro_rules! step {
    ($j:literal, $out:literal, $slot:literal) => {
        concat! {
            "adox ", $out, ", ", $slot, "\n",
            "mulx ", $slot, ", rcx, [rsi + 8*", $j, "]\n",
            "adcx ", $out, ", rcx\n",
        }
    };
}

/// Adds both pending carries to the fresh top limb.
macro_rules! close {
    ($top:literal, $zero:literal) => {
        concat! { "adcx ", $top, ", ", $zero, "\n", "adox ", $top, ", ", $zero, "\n" }
    };
}

/// Row i of the product: puts out t_i and moves the window up. The window is `$s0` r9 … r15, then `$s1` r9 … r15.
macro_rules! product_row {
    ($i:literal, $s0:literal, $s1:literal) => {
        concat! {
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ecx, ecx\n",
            "mulx ", $s1, ", rcx, [rsi]\n",
            "adcx ", $s0, ", rcx\n",
            "mov [rsp + 8*", $i, "], ", $s0, "\n",
            step!(1, $s1, "r9"),
            step!(2, "r9", "r10"),
            step!(3, "r10", "r11"),
            step!(4, "r11", "r12"),
            step!(5, "r12", "r13"),
            step!(6, "r13", "r14"),
            step!(7, "r14", "r15"),
            close!("r15", "rbx"),
        }
    };
}

/// One product of a reduction's row: `$w` += lo(u·m_j) and the high half of the product before; `$high` is the next one.
macro_rules! low_first {
    ($j:literal, $w:literal, $before:literal, $high:literal) => {
        concat! {
            "mulx ", $high, ", rcx, [rsi + 8*", $j, "]\n",
            "adcx ", $w, ", rcx\n",
            "adox ", $w, ", ", $before, "\n",
        }
    };
}

/// The next two quotients from the lowest two limbs: u = −m⁻¹·w mod 2^128, u_0 in rdx and u_1 in rbp.
macro_rules! quotients {
    ($w0:literal, $w1:literal) => {
        concat! {
            "mov rdx, ", $w0, "\n",
            "mulx rax, rbx, [rsi + 64]\n",
            "imul rdx, [rsi + 72]\n",
            "mov rbp, ", $w1, "\n",
            "imul rbp, [rsi + 64]\n",
            "add rbp, rdx\n",
            "add rbp, rax\n",
            "mov rdx, rbx\n",
        }
    };
}

/// A row of the reduction: adds rdx·m, which makes `$w0` zero; it becomes the window's new top limb.
macro_rules! reduce_row {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal, $w4:literal, $w5:literal, $w6:literal, $w7:literal) => {
        concat! {
            "xor ecx, ecx\n",
            "mulx rax, rcx, [rsi]\n",
            "adcx ", $w0, ", rcx\n",
            low_first!(1, $w1, "rax", "rbx"),
            low_first!(2, $w2, "rbx", "rax"),
            low_first!(3, $w3, "rax", "rbx"),
            low_first!(4, $w4, "rbx", "rax"),
            low_first!(5, $w5, "rax", "rbx"),
            low_first!(6, $w6, "rbx", "rax"),
            low_first!(7, $w7, "rax", $w0),
            close!($w0, "rdi"),
        }
    };
}

/// Two rows of the reduction.
macro_rules! reduce_rows {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal, $w4:literal, $w5:literal, $w6:literal, $w7:literal) => {
        concat! {
            quotients!($w0, $w1),
            reduce_row!($w0, $w1, $w2, $w3, $w4, $w5, $w6, $w7),
            "mov rdx, rbp\n",
            reduce_row!($w1, $w2, $w3, $w4, $w5, $w6, $w7, $w0),
        }
    };
}

macro_rules! put {
    ($k:literal, $reg:literal) => {
        concat! { "mov [rsp + 8*", $k, "], ", $reg, "\n" }
    };
}

macro_rules! get {
    ($reg:literal, $k:literal) => {
        concat! { "mov ", $reg, ", [rsp + 8*", $k, "]\n" }
    };
}

/// One limb of the sum of window and upper half; the sum is kept on the stack as well.
macro_rules! add_upper {
    ($k:literal, $upper:literal, $reg:literal) => {
        concat! { "adc ", $reg, ", [rsp + 8*", $upper, "]\n", put!($k, $reg) }
    };
}

macro_rules! subtract {
    ($k:literal, $reg:literal) => {
        concat! { "sbb ", $reg, ", [rsi + 8*", $k, "]\n" }
    };
}

/// Takes the sum back if the subtraction borrowed, and writes the result.
macro_rules! choose {
    ($k:literal, $reg:literal) => {
        concat! { "cmovc ", $reg, ", [rsp + 8*", $k, "]\n", "mov [rdi + 8*", $k, "], ", $reg, "\n" }
    };
}

/// t, lower half in r8–r15 and upper half on the stack, to t·R⁻¹ mod m at the address that the stack tells.
macro_rules! reduce {
    () => {
        concat! {
            "mov rsi, [rsp + 128]\n",
            "xor edi, edi\n",
            reduce_rows!("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"),
            reduce_rows!("r10", "r11", "r12", "r13", "r14", "r15", "r8", "r9"),
            reduce_rows!("r12", "r13", "r14", "r15", "r8", "r9", "r10", "r11"),
            reduce_rows!("r14", "r15", "r8", "r9", "r10", "r11", "r12", "r13"),

            // below 2m, with the carry in rcx
            "mov rdi, [rsp + 136]\n",
            "xor ecx, ecx\n",
            add_upper!(0, 8, "r8"), add_upper!(1, 9, "r9"), add_upper!(2, 10, "r10"), add_upper!(3, 11, "r11"),
            add_upper!(4, 12, "r12"), add_upper!(5, 13, "r13"), add_upper!(6, 14, "r14"), add_upper!(7, 15, "r15"),
            "adc ecx, ecx\n", // the carry flag is clear afterwards

            subtract!(0, "r8"), subtract!(1, "r9"), subtract!(2, "r10"), subtract!(3, "r11"),
            subtract!(4, "r12"), subtract!(5, "r13"), subtract!(6, "r14"), subtract!(7, "r15"),
            "sbb rcx, 0\n",
            choose!(0, "r8"), choose!(1, "r9"), choose!(2, "r10"), choose!(3, "r11"),
            choose!(4, "r12"), choose!(5, "r13"), choose!(6, "r14"), choose!(7, "r15"),
        }
    };
}

macro_rules! enter {
    () => {
        "push rbx\n push rbp\n push rdi\n push rcx\n sub rsp, 128\n xor ebx, ebx\n"
    };
}

macro_rules! leave {
    () => {
        "add rsp, 144\n pop rbp\n pop rbx\n"
    };
}

/// Row i of the triangle's factor.
macro_rules! factor {
    ($i:literal) => {
        concat! { "mov rdx, [rsi + 8*", $i, "]\n", "xor ecx, ecx\n" }
    };
}

/// One product of the triangle: `$low`, `$high` += a_j·rdx.
macro_rules! mac {
    ($j:literal, $low:literal, $high:literal) => {
        concat! {
            "mulx rax, rcx, [rsi + 8*", $j, "]\n",
            "adcx ", $low, ", rcx\n",
            "adox ", $high, ", rax\n",
        }
    };
}

/// The last product of a triangle's row: `$top` is fresh.
macro_rules! mac_top {
    ($j:literal, $low:literal, $top:literal) => {
        concat! { "mulx ", $top, ", rcx, [rsi + 8*", $j, "]\n", "adcx ", $low, ", rcx\n", close!($top, "rbx") }
    };
}

/// t_{2i}, t_{2i+1} = 2t + a_i² in registers; carries of the doubling in CF, of the squares in OF.
macro_rules! double_and_square {
    ($i:literal, $low:literal, $high:literal) => {
        concat! {
            "mov rdx, [rsi + 8*", $i, "]\n",
            "mulx rax, rcx, rdx\n",
            "adcx ", $low, ", ", $low, "\n",
            "adox ", $low, ", rcx\n",
            "adcx ", $high, ", ", $high, "\n",
            "adox ", $high, ", rax\n",
        }
    };
}

/// The same on the stack.
macro_rules! double_and_square_put {
    ($i:literal, $k:literal, $l:literal) => {
        concat! {
            get!("rdi", $k), get!("rbp", $l),
            double_and_square!($i, "rdi", "rbp"),
            put!($k, "rdi"), put!($l, "rbp"),
        }
    };
}

impl Adx {
    /// out = a·b·R⁻¹ mod m for a < R, b < m; `m` is the modulus and, behind it, −m⁻¹ mod 2^128.
    pub(super) fn mont_mul_8(self, out: &mut [u64; 8], a: &[u64; 8], b: &[u64; 8], m: &[u64; 10]) {
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays or in this frame.
        unsafe {
            asm!(
                enter!(),
                "mov rdi, rax",
                "mov rdx, [rdi]",
                "mulx rax, rcx, [rsi]",
                put!(0, "rcx"),
                "mulx r9, rcx, [rsi + 8]", "add rax, rcx",
                "mulx r10, rcx, [rsi + 16]", "adc r9, rcx",
                "mulx r11, rcx, [rsi + 24]", "adc r10, rcx",
                "mulx r12, rcx, [rsi + 32]", "adc r11, rcx",
                "mulx r13, rcx, [rsi + 40]", "adc r12, rcx",
                "mulx r14, rcx, [rsi + 48]", "adc r13, rcx",
                "mulx r15, rcx, [rsi + 56]", "adc r14, rcx",
                "adc r15, 0",
                product_row!(1, "rax", "r8"),
                product_row!(2, "r8", "rax"),
                product_row!(3, "rax", "r8"),
                product_row!(4, "r8", "rax"),
                product_row!(5, "rax", "r8"),
                product_row!(6, "r8", "rax"),
                product_row!(7, "rax", "r8"),
                put!(8, "r8"), put!(9, "r9"), put!(10, "r10"), put!(11, "r11"),
                put!(12, "r12"), put!(13, "r13"), put!(14, "r14"), put!(15, "r15"),
                get!("r8", 0), get!("r9", 1), get!("r10", 2), get!("r11", 3),
                get!("r12", 4), get!("r13", 5), get!("r14", 6), get!("r15", 7),
                reduce!(),
                leave!(),
                inout("rdi") out.as_mut_ptr() => _,
                inout("rsi") a.as_ptr() => _,
                inout("rax") b.as_ptr() => _,
                inout("rcx") m.as_ptr() => _,
                out("rdx") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
    }

    /// out = a^(2^count)·R^(1 − 2^count) mod m, `count` ≥ 1 squares one after another, for a < m; `m` is the modulus and,
    /// behind it, −m⁻¹ mod 2^128.
    ///
    /// # Safety
    /// `out` can be written, and `a` read; they may be the same.
    pub(super) unsafe fn mont_sqr_n_8(self, out: *mut [u64; 8], a: *const [u64; 8], count: u64, m: &[u64; 10]) {
        debug_assert!(count >= 1);
        // SAFETY: `Adx` proves mulx, adcx and adox; the addresses are the caller's, in `m` or in this frame.
        unsafe {
            asm!(
                "push rdx", // the count, above the frame
                enter!(),
                ".p2align 4",
                "2:",
                "xor ebx, ebx",
                // t = Σ_{i<j} a_i·a_j·2^(64(i+j)): limb k in register r8 + k mod 8
                "mov rdx, [rsi]",
                "mulx r10, r9, [rsi + 8]",
                "mulx r11, rcx, [rsi + 16]", "add r10, rcx",
                "mulx r12, rcx, [rsi + 24]", "adc r11, rcx",
                "mulx r13, rcx, [rsi + 32]", "adc r12, rcx",
                "mulx r14, rcx, [rsi + 40]", "adc r13, rcx",
                "mulx r15, rcx, [rsi + 48]", "adc r14, rcx",
                "mulx r8, rcx, [rsi + 56]", "adc r15, rcx",
                "adc r8, 0",
                put!(1, "r9"), put!(2, "r10"),
                factor!(1), mac!(2, "r11", "r12"), mac!(3, "r12", "r13"), mac!(4, "r13", "r14"),
                mac!(5, "r14", "r15"), mac!(6, "r15", "r8"), mac_top!(7, "r8", "r9"),
                put!(3, "r11"), put!(4, "r12"),
                factor!(2), mac!(3, "r13", "r14"), mac!(4, "r14", "r15"), mac!(5, "r15", "r8"),
                mac!(6, "r8", "r9"), mac_top!(7, "r9", "r10"),
                put!(5, "r13"), put!(6, "r14"),
                factor!(3), mac!(4, "r15", "r8"), mac!(5, "r8", "r9"), mac!(6, "r9", "r10"), mac_top!(7, "r10", "r11"),
                put!(7, "r15"), put!(8, "r8"),
                factor!(4), mac!(5, "r9", "r10"), mac!(6, "r10", "r11"), mac_top!(7, "r11", "r12"),
                put!(9, "r9"), put!(10, "r10"),
                factor!(5), mac!(6, "r11", "r12"), mac_top!(7, "r12", "r13"),
                put!(11, "r11"), put!(12, "r12"),
                factor!(6), mac_top!(7, "r13", "r14"),
                put!(13, "r13"), put!(14, "r14"),

                // t = 2t + Σ a_i²·2^(128i): the lower half in registers, the upper half on the stack
                get!("r9", 1), get!("r10", 2), get!("r11", 3),
                get!("r12", 4), get!("r13", 5), get!("r14", 6), get!("r15", 7),
                "xor r8d, r8d",
                put!(15, "r8"),
                double_and_square!(0, "r8", "r9"),
                double_and_square!(1, "r10", "r11"),
                double_and_square!(2, "r12", "r13"),
                double_and_square!(3, "r14", "r15"),
                double_and_square_put!(4, 8, 9),
                double_and_square_put!(5, 10, 11),
                double_and_square_put!(6, 12, 13),
                double_and_square_put!(7, 14, 15),
                reduce!(),
                "mov rsi, rdi", // the result is squared next
                "dec qword ptr [rsp + 160]",
                "jnz 2b",
                leave!(),
                "pop rdx",
                inout("rdi") out => _,
                inout("rsi") a => _,
                inout("rcx") m.as_ptr() => _,
                inout("rdx") count => _,
                out("rax") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
    }
}
