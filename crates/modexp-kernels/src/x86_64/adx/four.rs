//! `adx` at 4 limbs: whole Montgomery products and squares in registers.
//!
//! An exponentiation is a chain of these, so latency counts, not throughput. One quotient after the other takes 4 rows
//! of quotient (3 cycles), product (4) and sum (1). The quotients of two rows at once, by −m⁻¹ mod 2^128, take about 13
//! cycles a pair.
//!
//! Results are at most m. A nonzero multiple of m becomes m, not 0: so a secret 0, which comes in as m, does not have zero
//! digits in every product. To subtract m where there is no borrow, which gives 0 in that case, is 1 % faster.
//!
//! Registers: t in r8–r15, row factor rdx, products in rax, rcx, rbx, operands at rsi and rdi.

use super::Adx;
use core::arch::asm;

macro_rules! row_factor {
    ($ptr:literal, $i:literal) => {
        concat! { "mov rdx, [", $ptr, " + 8*", $i, "]\n" }
    };
}

/// The last product of a later row, with `$top` fresh.
macro_rules! mac_top {
    ($j:literal, $low:literal, $top:literal) => {
        concat! {
            "mulx ", $top, ", rcx, [rsi + 8*", $j, "]\n",
            "adcx ", $low, ", rcx\n",
            "adox ", $top, ", rbp\n",
            "adcx ", $top, ", rbp\n",
        }
    };
}

/// A row of the product: t_i … t_{i+4} += b_i·a, where t_{i+4} is new.
macro_rules! product_row {
    ($i:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat! {
            row_factor!("rdi", $i),
            "xor ecx, ecx\n",
            mac!(0, $t0, $t1), mac!(1, $t1, $t2), mac!(2, $t2, $t3), mac_top!(3, $t3, $t4),
        }
    };
}

/// The next two quotients from the lowest two limbs: u = −m⁻¹·w mod 2^128, u_0 in rdx and u_1 in rbp.
macro_rules! quotients {
    ($w0:literal, $w1:literal) => {
        concat! {
            "mov rdx, ", $w0, "\n",
            "mulx rax, rbx, [rsi + 32]\n",
            "imul rdx, [rsi + 40]\n",
            "mov rbp, ", $w1, "\n",
            "imul rbp, [rsi + 32]\n",
            "add rbp, rdx\n",
            "add rbp, rax\n",
            "mov rdx, rbx\n",
        }
    };
}

/// A row of the reduction: adds rdx·m, which makes `$w0` zero; it becomes the window's new top limb. m at rsi.
macro_rules! reduce_row {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal) => {
        concat! {
            "xor ecx, ecx\n",
            "mulx rax, rcx, [rsi]\n",
            "adcx ", $w0, ", rcx\n",
            "mulx rbx, rcx, [rsi + 8]\n",
            "adcx ", $w1, ", rcx\n",
            "adox ", $w1, ", rax\n",
            "mulx rax, rcx, [rsi + 16]\n",
            "adcx ", $w2, ", rcx\n",
            "adox ", $w2, ", rbx\n",
            "mulx ", $w0, ", rcx, [rsi + 24]\n",
            "adcx ", $w3, ", rcx\n",
            "adox ", $w3, ", rax\n",
            "adcx ", $w0, ", rdi\n",
            "adox ", $w0, ", rdi\n",
        }
    };
}

/// Reduces t in r8–r15 to t·R⁻¹ mod m in r12–r15, at most m; m and −m⁻¹ are at rsi.
macro_rules! reduce {
    () => {
        concat! {
            "xor edi, edi\n",
            quotients!("r8", "r9"),
            reduce_row!("r8", "r9", "r10", "r11"),
            "mov rdx, rbp\n",
            reduce_row!("r9", "r10", "r11", "r8"),
            quotients!("r10", "r11"),
            reduce_row!("r10", "r11", "r8", "r9"),
            "mov rdx, rbp\n",
            reduce_row!("r11", "r8", "r9", "r10"),

            // the result is below 2m, with its carry in rcx
            "xor ecx, ecx\n",
            "add r8, r12\n",
            "mov r12, r8\n",
            "adc r9, r13\n",
            "mov r13, r9\n",
            "adc r10, r14\n",
            "mov r14, r10\n",
            "adc r11, r15\n",
            "mov r15, r11\n",
            "adc ecx, ecx\n",

            // t − m, and t if m − t does not borrow
            "sub r12, [rsi]\n",
            "sbb r13, [rsi + 8]\n",
            "sbb r14, [rsi + 16]\n",
            "sbb r15, [rsi + 24]\n",
            "mov rax, [rsi]\n",
            "mov rbx, [rsi + 8]\n",
            "mov rdx, [rsi + 16]\n",
            "mov rbp, [rsi + 24]\n",
            "sub rax, r8\n",
            "sbb rbx, r9\n",
            "sbb rdx, r10\n",
            "sbb rbp, r11\n",
            "sbb rdi, rcx\n",
            "cmovnc r12, r8\n",
            "cmovnc r13, r9\n",
            "cmovnc r14, r10\n",
            "cmovnc r15, r11\n",
        }
    };
}

macro_rules! store {
    () => {
        "mov [rdi], r12\n mov [rdi + 8], r13\n mov [rdi + 16], r14\n mov [rdi + 24], r15\n"
    };
}

impl Adx {
    /// out = a·b·R⁻¹ mod m for a < R, b ≤ m; `m` is the modulus and, behind it, −m⁻¹ mod 2^128.
    pub(super) fn mont_mul_4(self, out: &mut [u64; 4], a: &[u64; 4], b: &[u64; 4], m: &[u64; 6]) {
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays.
        unsafe {
            asm!(
                "push rbx",
                "push rbp",
                "push rax",
                "push rcx",
                "xor ebp, ebp",
                row_factor!("rdi", 0),
                "mulx r9, r8, [rsi]",
                "mulx r10, rax, [rsi + 8]",
                "mulx r11, rcx, [rsi + 16]",
                "add r9, rax",
                "mulx r12, rax, [rsi + 24]",
                "adc r10, rcx",
                "adc r11, rax",
                "adc r12, 0",
                product_row!(1, "r9", "r10", "r11", "r12", "r13"),
                product_row!(2, "r10", "r11", "r12", "r13", "r14"),
                product_row!(3, "r11", "r12", "r13", "r14", "r15"),
                "pop rsi",
                reduce!(),
                "pop rdi",
                store!(),
                "pop rbp",
                "pop rbx",
                inout("rax") out.as_mut_ptr() => _,
                inout("rsi") a.as_ptr() => _,
                inout("rdi") b.as_ptr() => _,
                inout("rcx") m.as_ptr() => _,
                out("rdx") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
    }

    /// out = a^(2^count)·R^(1 − 2^count) mod m, `count` ≥ 1 squares one after another, for a ≤ m; `m` is the modulus and,
    /// behind it, −m⁻¹ mod 2^128.
    ///
    /// # Safety
    /// `out` can be written, and `a` read; they may be the same.
    pub(super) unsafe fn mont_sqr_n_4(self, out: *mut [u64; 4], a: *const [u64; 4], count: u64, m: &[u64; 6]) {
        debug_assert!(count >= 1);
        // SAFETY: `Adx` proves mulx, adcx and adox; the addresses are the caller's, in `m` or in this frame.
        unsafe {
            asm!(
                "push rbx",
                "push rbp",
                "push rdi",
                "push rdx",
                "mov r12, [rax]",
                "mov r13, [rax + 8]",
                "mov r14, [rax + 16]",
                "mov r15, [rax + 24]",
                ".p2align 4",

                // a in r12–r15; t = Σ_{i<j} a_i·a_j·2^(64(i+j)) in r9, r10, r11, rcx, rdi, rbp
                "2:",
                "mov rdx, r12",
                "mulx r10, r9, r13",
                "mulx r11, rax, r14",
                "mulx rcx, rbx, r15",
                "add r10, rax",
                "adc r11, rbx",
                "adc rcx, 0",
                "mov rdx, r13",
                "mulx rax, rbx, r14",
                "mulx rdi, rbp, r15",
                "add r11, rbx",
                "adc rcx, rax",
                "adc rdi, 0",
                "add rcx, rbp",
                "mov rdx, r14",
                "mulx rbp, rbx, r15",
                "adc rdi, rbx",
                "adc rbp, 0",

                // t = 2t + Σ a_i²·2^(128i) in r8–r15
                "xor eax, eax",
                "mov rdx, r12",
                "mulx rax, r8, rdx",
                "adcx r9, r9",
                "adox r9, rax",
                "mov rdx, r13",
                "mulx rax, rbx, rdx",
                "adcx r10, r10",
                "adox r10, rbx",
                "adcx r11, r11",
                "adox r11, rax",
                "mov rdx, r14",
                "mulx rax, rbx, rdx",
                "mov r12, rcx",
                "adcx r12, r12",
                "adox r12, rbx",
                "mov r13, rdi",
                "adcx r13, r13",
                "adox r13, rax",
                "mov rdx, r15",
                "mulx rax, rbx, rdx",
                "mov r14, rbp",
                "adcx r14, r14",
                "adox r14, rbx",
                "mov r15d, 0",
                "adcx r15, r15",
                "adox r15, rax",
                reduce!(),
                "dec qword ptr [rsp]",
                "jnz 2b",

                "pop rdx",
                "pop rdi",
                store!(),
                "pop rbp",
                "pop rbx",
                inout("rdi") out => _,
                inout("rsi") m.as_ptr() => _,
                inout("rax") a => _,
                inout("rdx") count => _,
                out("rcx") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
    }
}
