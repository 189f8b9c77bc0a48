//! `adx` at six limbs, as at four limbs. The twelve limbs of a product do not fit the registers, so they pass through
//! memory: the reduction reads the low half first and the high half last.
//!
//! The window is in r8–r14 or r8–r13, and t at r15.

use super::adx::Adx;
use super::products::{add_high_half, operations, reduce_row, run};
use core::arch::asm;
use core::mem::MaybeUninit;
use modexp_kernels::x86_64::adx::rows::{double_and_square, first_row, quotients, row};

/// t_i … t_{i+6} += b_i·a; t_i is complete, and t_{i+6} is new. rbp is zero.
macro_rules! product_row {
    ($i:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat! {
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ecx, ecx\n", // clears both carry flags
            row!("rbp", "rsi"; $t0 $t1 $t2 $t3 $t4 $t5 new $t6),
            "mov [r15 + 8*", $i, "], ", $t0, "\n",
        }
    };
}

/// t = a·b at r15, a at rsi and b at rdi; rbp is zero.
macro_rules! product {
    () => {
        concat! {
            "mov rdx, [rdi]\n",
            first_row!("rsi"; "r8" "r9" "r10" "r11" "r12" "r13" "r14"),
            "mov [r15], r8\n",
            product_row!(1, "r9", "r10", "r11", "r12", "r13", "r14", "r8"),
            product_row!(2, "r10", "r11", "r12", "r13", "r14", "r8", "r9"),
            product_row!(3, "r11", "r12", "r13", "r14", "r8", "r9", "r10"),
            product_row!(4, "r12", "r13", "r14", "r8", "r9", "r10", "r11"),
            product_row!(5, "r13", "r14", "r8", "r9", "r10", "r11", "r12"),
            "mov [r15 + 48], r14\n mov [r15 + 56], r8\n mov [r15 + 64], r9\n",
            "mov [r15 + 72], r10\n mov [r15 + 80], r11\n mov [r15 + 88], r12\n",
        }
    };
}

/// t = a² at r15, a at rsi; rbp is zero.
macro_rules! square {
    () => {
        concat! {
            "mov rdi, r15\n",
            // each off-diagonal product once: t_1 … t_10 in r8–r15, rbx, rbp
            "mov rdx, [rsi]\n",
            first_row!("rsi + 8"; "r8" "r9" "r10" "r11" "r12" "r13"),
            "mov rdx, [rsi + 8]\n",
            "xor ecx, ecx\n",
            row!("rbp", "rsi + 16"; "r10" "r11" "r12" "r13" new "r14"),
            "mov rdx, [rsi + 16]\n",
            "xor ecx, ecx\n",
            row!("rbp", "rsi + 24"; "r12" "r13" "r14" new "r15"),
            "mov rdx, [rsi + 24]\n",
            "xor ecx, ecx\n",
            row!("rbp", "rsi + 32"; "r14" "r15" new "rbx"),
            "mov rdx, [rsi + 32]\n",
            "mulx rbp, rcx, [rsi + 40]\n",
            "add rbx, rcx\n",
            "adc rbp, 0\n",

            // twice that, and the squares
            "mov rdx, [rsi]\n",
            "xor eax, eax\n",
            "mulx rax, rcx, rdx\n",
            "mov [rdi], rcx\n",
            "adcx r8, r8\n",
            "adox r8, rax\n",
            "mov [rdi + 8], r8\n",
            double_and_square!(1, "r9", "r10"),
            "mov [rdi + 16], r9\n mov [rdi + 24], r10\n",
            double_and_square!(2, "r11", "r12"),
            "mov [rdi + 32], r11\n mov [rdi + 40], r12\n",
            double_and_square!(3, "r13", "r14"),
            "mov [rdi + 48], r13\n mov [rdi + 56], r14\n",
            double_and_square!(4, "r15", "rbx"),
            "mov [rdi + 64], r15\n mov [rdi + 72], rbx\n",
            "mov rdx, [rsi + 40]\n",
            "mulx rax, rcx, rdx\n",
            "adcx rbp, rbp\n",
            "adox rbp, rcx\n",
            "mov [rdi + 80], rbp\n",
            "mov edx, 0\n",
            "adcx rdx, rdx\n",
            "adox rdx, rax\n",
            "mov [rdi + 88], rdx\n",
            "mov r15, rdi\n",
        }
    };
}

/// t at r15 to t·R⁻¹ mod p in r8–r13; p and −p⁻¹ at rsi.
macro_rules! reduce {
    () => {
        concat! {
            "mov r8, [r15]\n mov r9, [r15 + 8]\n mov r10, [r15 + 16]\n",
            "mov r11, [r15 + 24]\n mov r12, [r15 + 32]\n mov r13, [r15 + 40]\n",
            "xor edi, edi\n",
            quotients!(6, 7, "r8", "r9"),
            reduce_row!("r8" "r9" "r10" "r11" "r12" "r13"),
            "mov rdx, rbp\n",
            reduce_row!("r9" "r10" "r11" "r12" "r13" "r8"),
            quotients!(6, 7, "r10", "r11"),
            reduce_row!("r10" "r11" "r12" "r13" "r8" "r9"),
            "mov rdx, rbp\n",
            reduce_row!("r11" "r12" "r13" "r8" "r9" "r10"),
            quotients!(6, 7, "r12", "r13"),
            reduce_row!("r12" "r13" "r8" "r9" "r10" "r11"),
            "mov rdx, rbp\n",
            reduce_row!("r13" "r8" "r9" "r10" "r11" "r12"),
            add_high_half!(
                "r8" "[r15 + 48]" "rax", "r9" "[r15 + 56]" "rbx" 8, "r10" "[r15 + 64]" "rcx" 16,
                "r11" "[r15 + 72]" "rdx" 24, "r12" "[r15 + 80]" "rbp" 32, "r13" "[r15 + 88]" "r15" 40
            ),
        }
    };
}

/// t is the operand.
macro_rules! load_wide {
    () => {
        "mov r15, rsi\n"
    };
}

/// Runs the code, which writes t, and the reduction; gives a residue.
macro_rules! residue {
    ($self:ident, $a:expr, $b:expr, $code:expr) => {{
        let mut t = MaybeUninit::<[[u64; 6]; 2]>::uninit();
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays, and t is written before it is
        // read.
        unsafe {
            run!(
                $a, $b, &$self.params,
                [
                    inout("r15") t.as_mut_ptr() => _, out("r14") _,
                    out("r8") r0, out("r9") r1, out("r10") r2, out("r11") r3, out("r12") r4, out("r13") r5,
                ],
                $code, "pop rsi", reduce!()
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

/// Runs the code without a reduction; gives a number of double width.
macro_rules! wide {
    ($self:ident, $a:expr, $b:expr, $code:expr) => {{
        let mut t = MaybeUninit::<[[u64; 6]; 2]>::uninit();
        // SAFETY: as above, and all of t is written.
        unsafe {
            run!(
                $a, $b, &$self.params,
                [
                    inout("r15") t.as_mut_ptr() => _, out("r14") _,
                    out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _,
                ],
                $code, "pop rsi"
            );
            t.assume_init()
        }
    }};
}

operations!(6);
