//! `adx` at four limbs: products and squares, and the five steps of their reduction, in registers.
//!
//! An exponentiation is a chain of products, so latency counts, not throughput.
//!
//! Registers: row factor rdx, products in rax, rcx and rbx, t in r8–r15. A reduction keeps lower limb k in register k
//! mod 5 of r8–r12, and the three upper limbs in r13–r15.

use super::super::rows::{first_row, quotients, row};
use super::{AdxShort, Assembly, ShortModulus};
use core::arch::asm;

/// A row of the product: t_i … t_{i+4} += b_i·a. t_{i+4} holds nothing before it. rsi points to a, rbx to b.
macro_rules! product_row {
    ($i:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat! {
            "mov rdx, [rbx + 8*", $i, "]\n",
            "xor ecx, ecx\n",
            row!("rdi", "rsi"; $t0 $t1 $t2 $t3 new $t4),
        }
    };
}

/// Reduces t to t·R⁻¹ mod m in r8–r11 with its carry in r12. rsi points to the modulus.
macro_rules! reduce {
    () => {
        concat! {
            "xor edi, edi\n",
            elimination_step!("rsi + 32"; "r8" "r9" "r10" "r11" "r12"),
            elimination_step!("rsi + 32"; "r9" "r10" "r11" "r12" "r8"),
            elimination_step!("rsi + 32"; "r10" "r11" "r12" "r8" "r9"),
            quotients!(8, 9, "r11", "r12"),
            last_step!("r11" "r12" "r8" "r9" "r10"),
            "mov rdx, rbp\n",
            last_step!("r12" "r8" "r9" "r10" "r11"),
            "add r8, r13\n",
            "adc r9, r14\n",
            "adc r10, r15\n",
            "adc r11, 0\n",
            "adc r12, 0\n",
        }
    };
}

macro_rules! store {
    () => {
        "mov [rdi], r8\n mov [rdi + 8], r9\n mov [rdi + 16], r10\n mov [rdi + 24], r11\n"
    };
}

impl Assembly<4> for AdxShort<4> {
    fn product(self, out: &mut [u64; 4], a: &[u64; 4], b: &[u64; 4], m: &ShortModulus<4>) -> u64 {
        let carry;
        // SAFETY: `AdxShort` proves mulx, adcx and adox; every address lies in one of the arrays or in the modulus.
        unsafe {
            asm!(
                "push rbx",
                "push rbp",
                "push rdi",
                "push rcx",
                "mov rbx, rax",
                "xor edi, edi",
                "mov rdx, [rbx]",
                first_row!("rsi"; "r8" "r9" "r10" "r11" "r12"),
                product_row!(1, "r9", "r10", "r11", "r12", "r13"),
                product_row!(2, "r10", "r11", "r12", "r13", "r14"),
                product_row!(3, "r11", "r12", "r13", "r14", "r15"),
                "pop rsi",
                reduce!(),
                "pop rdi",
                store!(),
                "pop rbp",
                "pop rbx",
                inout("rdi") out.as_mut_ptr() => _,
                inout("rsi") a.as_ptr() => _,
                inout("rax") b.as_ptr() => _,
                inout("rcx") m.as_ptr() => _,
                out("rdx") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") carry, out("r13") _, out("r14") _, out("r15") _,
            );
        }
        carry
    }

    unsafe fn squares(self, out: *mut [u64; 4], a: *const [u64; 4], count: u64, m: &ShortModulus<4>) -> u64 {
        debug_assert!(count >= 1);
        let carry;
        // SAFETY: `AdxShort` proves mulx, adcx and adox; the addresses are the caller's, in the modulus or in this
        // frame.
        unsafe {
            asm!(
                "push rbx",
                "push rbp",
                "push rdi",
                "push rdx",
                "mov r8, [rax]",
                "mov r9, [rax + 8]",
                "mov r10, [rax + 16]",
                "mov r11, [rax + 24]",
                ".p2align 4",

                // a in r8–r11; t = Σ_{i<j} a_i·a_j·2^(64(i+j)) in rdi, rbp, r15, r12, r13, r14
                "2:",
                "mov rdx, r8",
                "mulx rbp, rdi, r9",
                "mulx r15, rax, r10",
                "mulx r12, rbx, r11",
                "add rbp, rax",
                "adc r15, rbx",
                "adc r12, 0",
                "mov rdx, r9",
                "mulx rax, rbx, r10",
                "mulx r13, rcx, r11",
                "add r15, rbx",
                "adc r12, rax",
                "adc r13, 0",
                "add r12, rcx",
                "mov rdx, r10",
                "mulx r14, rbx, r11",
                "adc r13, rbx",
                "adc r14, 0",

                // 2t + Σ a_i²·2^(128i), in r8–r15
                "xor eax, eax",
                "mov rdx, r8",
                "mulx rax, r8, rdx",
                "adcx rdi, rdi",
                "adox rdi, rax",
                "mov rdx, r9",
                "mulx rax, rbx, rdx",
                "mov r9, rdi",
                "adcx rbp, rbp",
                "adox rbp, rbx",
                "adcx r15, r15",
                "adox r15, rax",
                "mov rdx, r10",
                "mulx rax, rbx, rdx",
                "mov r10, rbp",
                "adcx r12, r12",
                "adox r12, rbx",
                "adcx r13, r13",
                "adox r13, rax",
                "mov rdx, r11",
                "mulx rax, rbx, rdx",
                "mov r11, r15",
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
                out("r12") carry, out("r13") _, out("r14") _, out("r15") _,
            );
        }
        carry
    }
}
