//! `adx` at four limbs: products and squares in registers, with the reduction or without.
//!
//! The reduction adds multiples of p to the low half alone, which leaves at most p; the high half comes last, and its
//! carry is the only one. −p⁻¹ mod 2^128 gives two quotients at a time in about 13 cycles; single quotients take 8
//! cycles each and wait for the row between them. Two shapes of primes need less. The quotients of P-256 are the limbs
//! themselves. For 2^256 − c, the reduction adds c times the high half to the low half, without Montgomery form.
//!
//! Registers: t in r8–r15, row factor rdx, products in rax, rcx, rbx, operands at rsi and rdi.

use super::adx::{Adx, Reduction, mac, mac_top};
use crate::prime::params::Params;
use core::arch::asm;

/// t = a·b in r8–r15, a at rsi and b at rdi; rbp is zero.
macro_rules! product {
    () => {
        concat! {
            "mov rdx, [rdi]\n",
            "mulx r9, r8, [rsi]\n",
            "mulx r10, rax, [rsi + 8]\n",
            "mulx r11, rcx, [rsi + 16]\n",
            "add r9, rax\n",
            "mulx r12, rax, [rsi + 24]\n",
            "adc r10, rcx\n",
            "adc r11, rax\n",
            "adc r12, 0\n",
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
            mac!(0, $t0, $t1), mac!(1, $t1, $t2), mac!(2, $t2, $t3), mac_top!(3, $t3, $t4),
        }
    };
}

/// t = a² in r8–r15, a at rsi.
macro_rules! square {
    () => {
        concat! {
            // Σ_{i<j} a_i·a_j·2^(64(i+j)) in r9 … r14
            "mov rdx, [rsi]\n",
            "mulx r10, r9, [rsi + 8]\n",
            "mulx r11, rax, [rsi + 16]\n",
            "mulx r12, rcx, [rsi + 24]\n",
            "mov rdx, [rsi + 8]\n",
            "add r10, rax\n",
            "adc r11, rcx\n",
            "mulx rax, rcx, [rsi + 16]\n",
            "mulx r13, rbx, [rsi + 24]\n",
            "mov rdx, [rsi + 16]\n",
            "adc r12, 0\n",
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
            "mov rdx, [rsi + 8]\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mulx rax, rbx, rdx\n",
            "mov rdx, [rsi + 16]\n",
            "adcx r10, r10\n",
            "adox r10, rbx\n",
            "adcx r11, r11\n",
            "adox r11, rax\n",
            "mulx rax, rbx, rdx\n",
            "mov rdx, [rsi + 24]\n",
            "adcx r12, r12\n",
            "adox r12, rbx\n",
            "adcx r13, r13\n",
            "adox r13, rax\n",
            "mulx rax, rbx, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rbx\n",
            "adcx r15, r15\n",
            "adox r15, rax\n",
        }
    };
}

/// The next two quotients from the lowest two limbs: u = −p⁻¹·w mod 2^128, u_0 in rdx and u_1 in rbp.
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

/// Adds rdx·p, which makes `$w0` zero; it becomes the window's new top limb. p at rsi; rdi is zero.
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

/// t in r8–r15 to t·R⁻¹ mod p in r12–r15; p and −p⁻¹ at rsi.
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
            add_high_half!(),
        }
    };
}

/// t in r8–r15 to t·R⁻¹ mod p in r12–r15 for P-256, where −p⁻¹ ≡ 1 mod 2^64; p at rsi.
macro_rules! reduce_p256 {
    () => {
        concat! {
            "xor edi, edi\n",
            "mov rbp, [rsi + 24]\n",
            p256_row!("r8", "r9", "r10", "r11"),
            p256_row!("r9", "r10", "r11", "r8"),
            p256_row!("r10", "r11", "r8", "r9"),
            p256_row!("r11", "r8", "r9", "r10"),
            add_high_half!(),
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

/// The sum of r8–r11, which is at most p, and of r12–r15, which is below p, modulo p in r12–r15; rdi is zero.
macro_rules! add_high_half {
    () => {
        concat! {
            // below 2p, with the carry in rdi
            "add r8, r12\n",
            "adc r9, r13\n",
            "adc r10, r14\n",
            "adc r11, r15\n",
            "adc edi, edi\n",

            // subtracts p, unless that borrows
            "mov r12, r8\n",
            "sub r12, [rsi]\n",
            "mov r13, r9\n",
            "sbb r13, [rsi + 8]\n",
            "mov r14, r10\n",
            "sbb r14, [rsi + 16]\n",
            "mov r15, r11\n",
            "sbb r15, [rsi + 24]\n",
            "sbb rdi, 0\n",
            "cmovc r12, r8\n",
            "cmovc r13, r9\n",
            "cmovc r14, r10\n",
            "cmovc r15, r11\n",
        }
    };
}

/// t in r8–r15 to t mod p in r12–r15, for p = 2^256 − c with c below 2^64; p at rsi.
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
            "add r12, rdx\n",
            "mov r13, r9\n",
            "adc r13, 0\n",
            "mov r14, r10\n",
            "adc r14, 0\n",
            "mov r15, r11\n",
            "adc r15, 0\n",
            "adc edi, 0\n",
            "cmovz r12, r8\n",
            "cmovz r13, r9\n",
            "cmovz r14, r10\n",
            "cmovz r15, r11\n",
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

/// Runs the code, which takes the last pointer from the stack, with rbx and rbp saved.
macro_rules! run {
    ($a:expr, $b:expr, $last:expr, [$($out:tt)*], $($code:expr),+ $(,)?) => {
        asm!(
            "push rbx",
            "push rbp",
            "push rcx",
            "xor ebp, ebp",
            $($code,)+
            "pop rbp",
            "pop rbx",
            inout("rsi") $a => _,
            inout("rdi") $b => _,
            inout("rcx") $last => _,
            out("rax") _, out("rdx") _,
            $($out)*
        )
    };
}

/// Runs the code and the reduction of the field; gives a residue.
macro_rules! residue {
    ($self:expr, $a:expr, $b:expr, $code:expr) => {
        match $self.reduction {
            Reduction::Any => reduced!(&$self.params, $a, $b, $code, reduce!()),
            Reduction::P256 => reduced!(&$self.params, $a, $b, $code, reduce_p256!()),
            Reduction::Fold => reduced!(&$self.params, $a, $b, $code, fold!()),
        }
    };
}

/// Runs the code and a reduction. The residue stays in registers: a copy by vectors would wait for stores by limbs.
macro_rules! reduced {
    ($params:expr, $a:expr, $b:expr, $code:expr, $reduce:expr) => {{
        let params: &Params<4> = $params;
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays.
        unsafe {
            run!(
                $a, $b, params,
                [
                    out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                    out("r12") r0, out("r13") r1, out("r14") r2, out("r15") r3,
                ],
                $code, "pop rsi", $reduce,
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// Runs the code without a reduction; gives a number of double width.
macro_rules! wide {
    ($a:expr, $b:expr, $code:expr) => {{
        let (t0, t1, t2, t3, t4, t5, t6, t7): (u64, u64, u64, u64, u64, u64, u64, u64);
        // SAFETY: as above.
        unsafe {
            run!(
                $a, $b, $a,
                [
                    out("r8") t0, out("r9") t1, out("r10") t2, out("r11") t3,
                    out("r12") t4, out("r13") t5, out("r14") t6, out("r15") t7,
                ],
                $code, "pop rsi",
            );
        }
        [[t0, t1, t2, t3], [t4, t5, t6, t7]]
    }};
}

impl Adx<4> {
    /// out = a·b·R⁻¹ mod p; a, b < p gives out < p.
    #[inline(always)]
    pub(super) fn mul_4(&self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        residue!(self, a, b, product!())
    }

    /// out = a²·R⁻¹ mod p; a < p gives out < p.
    #[inline(always)]
    pub(super) fn sqr_4(&self, a: &[u64; 4]) -> [u64; 4] {
        residue!(self, a, a, square!())
    }

    /// out = a·b.
    #[inline(always)]
    pub(super) fn mul_wide_4(&self, a: &[u64; 4], b: &[u64; 4]) -> [[u64; 4]; 2] {
        wide!(a, b, product!())
    }

    /// out = a².
    #[inline(always)]
    pub(super) fn sqr_wide_4(&self, a: &[u64; 4]) -> [[u64; 4]; 2] {
        wide!(a, a, square!())
    }

    /// out = t·R⁻¹ mod p; t < R·p gives out < p.
    #[inline(always)]
    pub(super) fn redc_4(&self, t: &[[u64; 4]; 2]) -> [u64; 4] {
        residue!(self, t, t, load_wide!())
    }
}
