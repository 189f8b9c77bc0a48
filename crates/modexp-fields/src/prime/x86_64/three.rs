//! `adx` at three limbs, as at four: products and squares in registers, with the reduction or without.
//!
//! Registers: t in r8–r13, row factor rdx, products in rax, rcx, rbx, operands at rsi and rdi.

use super::adx::{Adx, mac, mac_top};
use crate::prime::params::Params;
use core::arch::asm;

/// t = a·b in r8–r13, a at rsi and b at rdi; rbp is zero.
macro_rules! product {
    () => {
        concat! {
            "mov rdx, [rdi]\n",
            "mulx r9, r8, [rsi]\n",
            "mulx r10, rax, [rsi + 8]\n",
            "mulx r11, rcx, [rsi + 16]\n",
            "add r9, rax\n",
            "adc r10, rcx\n",
            "adc r11, 0\n",
            "mov rdx, [rdi + 8]\n",
            "xor ecx, ecx\n", // clears both carry flags
            mac!(0, "r9", "r10"), mac!(1, "r10", "r11"), mac_top!(2, "r11", "r12"),
            "mov rdx, [rdi + 16]\n",
            "xor ecx, ecx\n",
            mac!(0, "r10", "r11"), mac!(1, "r11", "r12"), mac_top!(2, "r12", "r13"),
        }
    };
}

/// t = a² in r8–r13, a at rsi.
macro_rules! square {
    () => {
        concat! {
            // Σ_{i<j} a_i·a_j·2^(64(i+j)) in r9 … r12
            "mov rdx, [rsi]\n",
            "mulx r10, r9, [rsi + 8]\n",
            "mulx r11, rax, [rsi + 16]\n",
            "mov rdx, [rsi + 8]\n",
            "add r10, rax\n",
            "adc r11, 0\n",
            "mulx r12, rax, [rsi + 16]\n",
            "add r11, rax\n",
            "adc r12, 0\n",

            // twice that, and the squares
            "xor r13d, r13d\n",
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
            "adcx r12, r12\n",
            "adox r12, rbx\n",
            "adcx r13, r13\n",
            "adox r13, rax\n",
        }
    };
}

/// Adds rdx·p, which makes `$w0` zero; it becomes the window's new top limb. p at rsi; rdi is zero.
macro_rules! reduce_row {
    ($w0:literal, $w1:literal, $w2:literal) => {
        concat! {
            "xor ecx, ecx\n",
            "mulx rax, rcx, [rsi]\n",
            "adcx ", $w0, ", rcx\n",
            "mulx rbx, rcx, [rsi + 8]\n",
            "adcx ", $w1, ", rcx\n",
            "adox ", $w1, ", rax\n",
            "mulx ", $w0, ", rcx, [rsi + 16]\n",
            "adcx ", $w2, ", rcx\n",
            "adox ", $w2, ", rbx\n",
            "adcx ", $w0, ", rdi\n",
            "adox ", $w0, ", rdi\n",
        }
    };
}

/// t in r8–r13 to t·R⁻¹ mod p in r11–r13; p and −p⁻¹ at rsi.
macro_rules! reduce {
    () => {
        concat! {
            "xor edi, edi\n",
            // two quotients, from the lowest two limbs: −p⁻¹·t mod 2^128 in rdx and rbp
            "mov rdx, r8\n",
            "mulx rax, rbx, [rsi + 24]\n",
            "imul rdx, [rsi + 32]\n",
            "mov rbp, r9\n",
            "imul rbp, [rsi + 24]\n",
            "add rbp, rdx\n",
            "add rbp, rax\n",
            "mov rdx, rbx\n",
            reduce_row!("r8", "r9", "r10"),
            "mov rdx, rbp\n",
            reduce_row!("r9", "r10", "r8"),
            "mov rdx, r10\n",
            "imul rdx, [rsi + 24]\n",
            reduce_row!("r10", "r8", "r9"),

            // below 2p, with the carry in rdi
            "add r8, r11\n",
            "adc r9, r12\n",
            "adc r10, r13\n",
            "adc edi, edi\n",

            // subtracts p, unless that borrows
            "mov r11, r8\n",
            "sub r11, [rsi]\n",
            "mov r12, r9\n",
            "sbb r12, [rsi + 8]\n",
            "mov r13, r10\n",
            "sbb r13, [rsi + 16]\n",
            "sbb rdi, 0\n",
            "cmovc r11, r8\n",
            "cmovc r12, r9\n",
            "cmovc r13, r10\n",
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

/// Runs the code and the reduction; gives a residue, in registers as at four limbs.
macro_rules! residue {
    ($a:expr, $b:expr, $params:expr, $($code:expr),+) => {{
        let params: &Params<3> = $params;
        let (r0, r1, r2): (u64, u64, u64);
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays.
        unsafe {
            run!(
                $a, $b, params,
                [out("r8") _, out("r9") _, out("r10") _, out("r11") r0, out("r12") r1, out("r13") r2],
                $($code,)+ "pop rsi", reduce!(),
            );
        }
        [r0, r1, r2]
    }};
}

/// Runs the code without a reduction; gives a number of double width.
macro_rules! wide {
    ($a:expr, $b:expr, $code:expr) => {{
        let (t0, t1, t2, t3, t4, t5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: as above.
        unsafe {
            run!(
                $a, $b, $a,
                [out("r8") t0, out("r9") t1, out("r10") t2, out("r11") t3, out("r12") t4, out("r13") t5],
                $code, "pop rsi",
            );
        }
        [[t0, t1, t2], [t3, t4, t5]]
    }};
}

impl Adx<3> {
    /// out = a·b·R⁻¹ mod p; a, b < p gives out < p.
    #[inline(always)]
    pub(super) fn mul_3(&self, a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
        residue!(a, b, &self.params, product!())
    }

    /// out = a²·R⁻¹ mod p; a < p gives out < p.
    #[inline(always)]
    pub(super) fn sqr_3(&self, a: &[u64; 3]) -> [u64; 3] {
        residue!(a, a, &self.params, square!())
    }

    /// out = a·b.
    #[inline(always)]
    pub(super) fn mul_wide_3(&self, a: &[u64; 3], b: &[u64; 3]) -> [[u64; 3]; 2] {
        wide!(a, b, product!())
    }

    /// out = a².
    #[inline(always)]
    pub(super) fn sqr_wide_3(&self, a: &[u64; 3]) -> [[u64; 3]; 2] {
        wide!(a, a, square!())
    }

    /// out = t·R⁻¹ mod p; t < R·p gives out < p.
    #[inline(always)]
    pub(super) fn redc_3(&self, t: &[[u64; 3]; 2]) -> [u64; 3] {
        residue!(
            t,
            t,
            &self.params,
            "mov r8, [rsi]\n mov r9, [rsi + 8]\n mov r10, [rsi + 16]\n",
            "mov r11, [rsi + 24]\n mov r12, [rsi + 32]\n mov r13, [rsi + 40]\n"
        )
    }
}
