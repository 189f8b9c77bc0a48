//! Marks memory as secret for a checker, and reads the number of leaks that it found.
//!
//! The requests are valgrind's: a sequence of instructions that does nothing, with the address of the arguments in rax and
//! the answer in rdx. On other architectures, and without a checker, they do nothing and report no leaks.
#![allow(unsafe_code, reason = "a client request is an instruction sequence")]

/// valgrind's VG_USERREQ__… codes; memcheck's begin with the letters MC.
pub mod request {
    /// Whether a checker listens.
    pub const RUNNING: u64 = 0x1001;
    /// Errors so far.
    pub const COUNT_ERRORS: u64 = 0x1201;
    /// Only for the taint tracker: a hash of all addresses of instructions and data since the last request.
    pub const TRACE: u64 = 0x4d58_0001;
    /// Only for the taint tracker: from here on the program runs freely.
    pub const PAUSE: u64 = 0x4d58_0002;
    /// Marks memory as secret.
    pub const MAKE_UNDEFINED: u64 = 0x4d43_0001;
    /// Declassifies memory.
    pub const MAKE_DEFINED: u64 = 0x4d43_0002;
}

/// This environment variable means that the taint tracker waits for a breakpoint.
pub const TRACKER: &str = "MODEXP_TRACKER";

/// Marks these numbers as secret.
pub fn hide<T>(limbs: &[T]) {
    mark(request::MAKE_UNDEFINED, limbs);
}

/// Marks these numbers as public.
pub fn reveal<T>(limbs: &[T]) {
    mark(request::MAKE_DEFINED, limbs);
}

/// Does `work` under the taint tracker, which lets the program run freely the rest of the time. Without a tracker it just does
/// `work`.
pub fn watched<T>(work: impl FnOnce() -> T) -> T {
    let tracked = std::env::var_os(TRACKER).is_some();
    if tracked {
        breakpoint();
    }
    let result = work();
    if tracked {
        ask([request::PAUSE, 0, 0, 0, 0, 0]);
    }
    result
}

/// The number of leaks that the checker saw.
#[must_use]
pub fn leaks() -> u64 {
    ask([request::COUNT_ERRORS, 0, 0, 0, 0, 0])
}

/// Whether a checker listens.
#[must_use]
pub fn is_watched() -> bool {
    ask([request::RUNNING, 0, 0, 0, 0, 0]) != 0
}

/// The checker's hash of all addresses of instructions and data since the last request; 0 without one.
#[must_use]
pub fn trace() -> u64 {
    ask([request::TRACE, 0, 0, 0, 0, 0])
}

fn mark<T>(what: u64, limbs: &[T]) {
    ask([what, limbs.as_ptr().addr() as u64, size_of_val(limbs) as u64, 0, 0, 0]);
}

#[cfg(target_arch = "x86_64")]
fn ask(question: [u64; 6]) -> u64 {
    let mut answer = 0u64;
    // SAFETY: the rotations of rdi add up to 128 bits, and exchanging rbx with itself changes nothing; a checker reads
    // the request and writes only rdx
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") &raw const question,
            inout("rdx") answer,
            out("rdi") _,
        );
    }
    answer
}

#[cfg(target_arch = "x86_64")]
fn breakpoint() {
    // SAFETY: the taint tracker is running and catches it
    unsafe { core::arch::asm!("int3") }
}

#[cfg(not(target_arch = "x86_64"))]
fn breakpoint() {}

#[cfg(not(target_arch = "x86_64"))]
fn ask(_question: [u64; 6]) -> u64 {
    0
}
