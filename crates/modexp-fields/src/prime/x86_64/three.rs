//! `adx` at three limbs, as at four: products and squares in registers, with the reduction or without. t is in r8–r13.

use super::adx::Adx;
use super::products::{add_high_half, operations, reduce_row, run};
use core::arch::asm;
use modexp_kernels::x86_64::adx::rows::{double_and_square, first_row, quotients, row};

/// t = a·b in r8–r13, a at rsi and b at rdi; rbp is zero.
macro_rules! product {
    () => {
        concat! {
            "mov rdx, [rdi]\n",
            first_row!("rsi"; "r8" "r9" "r10" "r11"),
            "mov rdx, [rdi + 8]\n",
            "xor ecx, ecx\n", // clears both carry flags
            row!("rbp", "rsi"; "r9" "r10" "r11" new "r12"),
            "mov rdx, [rdi + 16]\n",
            "xor ecx, ecx\n",
            row!("rbp", "rsi"; "r10" "r11" "r12" new "r13"),
        }
    };
}

/// t = a² in r8–r13, a at rsi.
macro_rules! square {
    () => {
        concat! {
            // Σ_{i<j} a_i·a_j·2^(64(i+j)) in r9 … r12
            "mov rdx, [rsi]\n",
            first_row!("rsi + 8"; "r9" "r10" "r11"),
            "mov rdx, [rsi + 8]\n",
            "mulx r12, rax, [rsi + 16]\n",
            "add r11, rax\n",
            "adc r12, 0\n",

            // twice that, and the squares
            "xor r13d, r13d\n",
            "mov rdx, [rsi]\n",
            "mulx rax, r8, rdx\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            double_and_square!(1, "r10", "r11"),
            double_and_square!(2, "r12", "r13"),
        }
    };
}

macro_rules! load_wide {
    () => {
        concat! {
            "mov r8, [rsi]\n mov r9, [rsi + 8]\n mov r10, [rsi + 16]\n",
            "mov r11, [rsi + 24]\n mov r12, [rsi + 32]\n mov r13, [rsi + 40]\n",
        }
    };
}

/// t in r8–r13 to t·R⁻¹ mod p in r8–r10; p and −p⁻¹ at rsi.
macro_rules! reduce {
    () => {
        concat! {
            "xor edi, edi\n",
            quotients!(3, 4, "r8", "r9"),
            reduce_row!("r8" "r9" "r10"),
            "mov rdx, rbp\n",
            reduce_row!("r9" "r10" "r8"),
            "mov rdx, r10\n",
            "imul rdx, [rsi + 24]\n",
            reduce_row!("r10" "r8" "r9"),
            add_high_half!("r8" "r11" "r11", "r9" "r12" "r12" 8, "r10" "r13" "r13" 16),
        }
    };
}

/// Runs the code and the reduction; gives a residue.
macro_rules! residue {
    ($self:ident, $a:expr, $b:expr, $code:expr) => {{
        let (r0, r1, r2): (u64, u64, u64);
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays.
        unsafe {
            run!(
                $a, $b, &$self.params,
                [out("r8") r0, out("r9") r1, out("r10") r2, out("r11") _, out("r12") _, out("r13") _],
                $code, "pop rsi", reduce!()
            );
        }
        [r0, r1, r2]
    }};
}

/// Runs the code without a reduction; gives a number of double width.
macro_rules! wide {
    ($self:ident, $a:expr, $b:expr, $code:expr) => {{
        let (t0, t1, t2, t3, t4, t5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: as above.
        unsafe {
            run!(
                $a, $b, &$self.params,
                [out("r8") t0, out("r9") t1, out("r10") t2, out("r11") t3, out("r12") t4, out("r13") t5],
                $code, "pop rsi"
            );
        }
        [[t0, t1, t2], [t3, t4, t5]]
    }};
}

operations!(3);
