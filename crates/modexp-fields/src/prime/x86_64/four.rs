//! `adx` at four limbs: products and squares in registers, with the reduction or without.
//!
//! The reduction adds multiples of p to the low half alone, which leaves at most p; the high half comes last, and its
//! carry is the only one. −p⁻¹ mod 2^128 gives two quotients at a time in about 13 cycles; single quotients take 8
//! cycles each and wait for the row between them. Two shapes of primes need less. The quotients of P-256 are the limbs
//! themselves. For 2^256 − c, the reduction adds c times the high half to the low half, without Montgomery form.
//!
//! t is in r8–r15.

use super::adx::Adx;
use super::products::{add_high_half, operations, reduce_row, run};
use crate::prime::params::Reduction;
use core::arch::asm;
use modexp_kernels::x86_64::adx::rows::{double_and_square, first_row, quotients, row};

/// t = a·b in r8–r15, a at rsi and b at rdi; rbp is zero.
macro_rules! product {
    () => {
        concat! {
            "mov rdx, [rdi]\n",
            first_row!("rsi"; "r8" "r9" "r10" "r11" "r12"),
            product_row!(1, "r9", "r10", "r11", "r12", "r13"),
            product_row!(2, "r10", "r11", "r12", "r13", "r14"),
            product_row!(3, "r11", "r12", "r13", "r14", "r15"),
        }
    };
}

/// t_i … t_{i+4} += b_i·a, with a new limb t_{i+4}.
macro_rules! product_row {
    ($i:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat! {
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ecx, ecx\n", // clears both carry flags
            row!("rbp", "rsi"; $t0 $t1 $t2 $t3 new $t4),
        }
    };
}

/// t = a² in r8–r15, a at rsi.
macro_rules! square {
    () => {
        concat! {
            // Σ_{i<j} a_i·a_j·2^(64(i+j)) in r9 … r14
            "mov rdx, [rsi]\n",
            first_row!("rsi + 8"; "r9" "r10" "r11" "r12"),
            "mov rdx, [rsi + 8]\n",
            "mulx rax, rcx, [rsi + 16]\n",
            "mulx r13, rbx, [rsi + 24]\n",
            "mov rdx, [rsi + 16]\n",
            "add r11, rcx\n",
            "adc r12, rax\n",
            "adc r13, 0\n",
            "add r12, rbx\n",
            "mulx r14, rbx, [rsi + 24]\n",
            "adc r13, rbx\n",
            "adc r14, 0\n",

            // twice that, and the squares
            "xor r15d, r15d\n",
            "mov rdx, [rsi]\n",
            "mulx rax, r8, rdx\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            double_and_square!(1, "r10", "r11"),
            double_and_square!(2, "r12", "r13"),
            double_and_square!(3, "r14", "r15"),
        }
    };
}

/// t in r8–r15 to t·R⁻¹ mod p in r8–r11; p and −p⁻¹ at rsi.
macro_rules! reduce {
    () => {
        concat! {
            "xor edi, edi\n",
            quotients!(4, 5, "r8", "r9"),
            reduce_row!("r8" "r9" "r10" "r11"),
            "mov rdx, rbp\n",
            reduce_row!("r9" "r10" "r11" "r8"),
            quotients!(4, 5, "r10", "r11"),
            reduce_row!("r10" "r11" "r8" "r9"),
            "mov rdx, rbp\n",
            reduce_row!("r11" "r8" "r9" "r10"),
            add_upper!(),
        }
    };
}

/// t in r8–r15 to t·R⁻¹ mod p in r8–r11 for P-256, where −p⁻¹ ≡ 1 mod 2^64; p at rsi.
macro_rules! reduce_p256 {
    () => {
        concat! {
            "xor edi, edi\n",
            "mov rbp, [rsi + 24]\n",
            p256_row!("r8", "r9", "r10", "r11"),
            p256_row!("r9", "r10", "r11", "r8"),
            p256_row!("r10", "r11", "r8", "r9"),
            p256_row!("r11", "r8", "r9", "r10"),
            add_upper!(),
        }
    };
}

/// Adds u·p for u = `$w0`, which makes it zero: p = 2^192·p_3 + 2^96 − 1 with p_3 in rbp. It becomes the window's new top limb.
macro_rules! p256_row {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal) => {
        concat! {
            "mov rdx, ", $w0, "\n",
            "mov rax, ", $w0, "\n",
            "shl rax, 32\n",
            "shr ", $w0, ", 32\n",
            "add ", $w1, ", rax\n",
            "adc ", $w2, ", ", $w0, "\n",
            "mulx ", $w0, ", rcx, rbp\n",
            "adc ", $w3, ", rcx\n",
            "adc ", $w0, ", 0\n",
        }
    };
}

/// The sum of r8–r11, which is at most p, and of r12–r15, which is below p, modulo p in r8–r11; rdi is zero.
macro_rules! add_upper {
    () => {
        add_high_half!("r8" "r12" "r12", "r9" "r13" "r13" 8, "r10" "r14" "r14" 16, "r11" "r15" "r15" 24)
    };
}

/// t in r8–r15 to t mod p in r8–r11, for p = 2^256 − c with c below 2^64; p at rsi.
macro_rules! fold {
    () => {
        concat! {
            // the low half plus c times the high half, its top limb in rcx: at most c
            "mov rdx, [rsi]\n",
            "neg rdx\n",
            "xor edi, edi\n", // clears both carry flags
            "mulx rax, rbx, r12\n",
            "adcx r8, rbx\n",
            "adox r9, rax\n",
            "mulx rax, rbx, r13\n",
            "adcx r9, rbx\n",
            "adox r10, rax\n",
            "mulx rax, rbx, r14\n",
            "adcx r10, rbx\n",
            "adox r11, rax\n",
            "mulx rcx, rbx, r15\n",
            "adcx r11, rbx\n",
            "adox rcx, rdi\n",
            "adcx rcx, rdi\n",

            // plus c times the limb in rcx: below 2^256 + c², with the carry in rdi
            "mulx rax, rbx, rcx\n",
            "add r8, rbx\n",
            "adc r9, rax\n",
            "adc r10, 0\n",
            "adc r11, 0\n",
            "adc edi, edi\n",

            // subtracts p by adding c, if the number or the number plus c reaches 2^256
            "mov r12, r8\n",
            "add r8, rdx\n",
            "mov r13, r9\n",
            "adc r9, 0\n",
            "mov r14, r10\n",
            "adc r10, 0\n",
            "mov r15, r11\n",
            "adc r11, 0\n",
            "adc edi, 0\n",
            "cmovz r8, r12\n",
            "cmovz r9, r13\n",
            "cmovz r10, r14\n",
            "cmovz r11, r15\n",
        }
    };
}

macro_rules! load_wide {
    () => {
        concat! {
            "mov r8, [rsi]\n mov r9, [rsi + 8]\n mov r10, [rsi + 16]\n mov r11, [rsi + 24]\n",
            "mov r12, [rsi + 32]\n mov r13, [rsi + 40]\n mov r14, [rsi + 48]\n mov r15, [rsi + 56]\n",
        }
    };
}

/// Runs the code and the reduction of the field; gives a residue.
macro_rules! residue {
    ($self:ident, $a:expr, $b:expr, $code:expr) => {
        match $self.reduction {
            Reduction::Any => reduced!($self, $a, $b, $code, reduce!()),
            Reduction::P256 => reduced!($self, $a, $b, $code, reduce_p256!()),
            Reduction::Fold => reduced!($self, $a, $b, $code, fold!()),
        }
    };
}

/// Runs the code and a reduction.
macro_rules! reduced {
    ($self:ident, $a:expr, $b:expr, $code:expr, $reduce:expr) => {{
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays.
        unsafe {
            run!(
                $a, $b, &$self.params,
                [
                    out("r8") r0, out("r9") r1, out("r10") r2, out("r11") r3,
                    out("r12") _, out("r13") _, out("r14") _, out("r15") _,
                ],
                $code, "pop rsi", $reduce
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// Runs the code without a reduction; gives a number of double width.
macro_rules! wide {
    ($self:ident, $a:expr, $b:expr, $code:expr) => {{
        let (t0, t1, t2, t3, t4, t5, t6, t7): (u64, u64, u64, u64, u64, u64, u64, u64);
        // SAFETY: as above.
        unsafe {
            run!(
                $a, $b, &$self.params,
                [
                    out("r8") t0, out("r9") t1, out("r10") t2, out("r11") t3,
                    out("r12") t4, out("r13") t5, out("r14") t6, out("r15") t7,
                ],
                $code, "pop rsi"
            );
        }
        [[t0, t1, t2, t3], [t4, t5, t6, t7]]
    }};
}

operations!(4);
