//! Complements one bit of a prepared RSA key's memory, runs a private operation, and counts the outcomes: `faults CALL BACKEND K
//! MOST` with a call of [`CALLS`], keys with primes that are 1 modulo 2^K, and all or about MOST bits of each kind of word.
//! Prints a line for each kind. With fewer arguments it prints the backends.
//!
//! Many faults end the process, so a child injects them and writes a letter for each; when it ends, a new child continues.
#![allow(unsafe_code, reason = "an allocator")]

use modexp_assurance::arena::Arena;
use modexp_assurance::keys::{prime, private_exponent};
use modexp_core::{Backend, CrtModulus};
use std::alloc::{GlobalAlloc, Layout};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The arena; it marks all freed memory, so unmarked memory is in use.
struct Marking(Arena);

const MARK: u8 = 0xa5;
const MARKED: u64 = 0xa5a5_a5a5_a5a5_a5a5;

// SAFETY: as the arena's; the caller no longer owns freed memory
unsafe impl GlobalAlloc for Marking {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as this function's
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: it is allocated until this function frees it
        unsafe {
            pointer.write_bytes(MARK, layout.size());
            self.0.dealloc(pointer, layout);
        }
    }
}

#[global_allocator]
static ARENA: Marking = Marking(Arena::new());

/// One call on a prepared key; `None` if the key withholds the result.
type Call = fn(&Key, &[u64], &[u64]) -> Option<Vec<u64>>;

/// The calls, and one without verification: its wrong results are the control.
const CALLS: [(&str, Call); 4] = [
    ("pow", |key, c, d| key.crt.pow(c, d).ok()),
    ("private_key_op", |key, c, d| key.crt.private_key_op(c, d).ok()),
    ("private_key_op_blinded", |key, c, d| key.crt.private_key_op_blinded(c, d, &[c[0] | 1]).ok()),
    ("control", |key, c, d| Some(key.crt.modulus().pow(c, d))),
];

/// The key, in a box to keep it off the stack.
struct Key {
    crt: CrtModulus,
}

/// Limbs of a prime.
const LIMBS: usize = 2;

/// A call that computes for longer counts as endless: a normal one takes less than a millisecond.
const PATIENCE: Duration = Duration::from_millis(100);
const ENDLESS: i32 = 3;

static PROGRESS: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [call, backend, k, most, rest @ ..] = arguments.as_slice() else {
        for backend in Backend::available() {
            println!("{}", backend.name());
        }
        return;
    };
    let call = CALLS.iter().find(|(name, _)| name == call).expect("a call").1;
    let backend =
        Backend::available().into_iter().find(|each| each.name() == backend).expect("a backend of this machine");
    let (k, most) = (k.parse().expect("K is a number"), most.parse().expect("MOST is a number"));
    let target = Target::new(call, backend, k);
    match rest {
        [start] => target.child(start.parse().expect("a number"), most),
        _ => target.parent(&arguments, most),
    }
}

struct Target {
    call: Call,
    backend: Backend,
    p: Vec<u64>,
    q: Vec<u64>,
    c: Vec<u64>,
    d: Vec<u64>,
    right: Vec<u64>,
}

impl Target {
    /// The seed is fixed by `k`.
    fn new(call: Call, backend: Backend, k: u32) -> Self {
        let mut random = fastrand::Rng::with_seed(u64::from(k));
        let (p, q) = (prime(LIMBS, k, &mut random), prime(LIMBS, k, &mut random));
        let d = private_exponent(&[&p, &q], 1);
        let c: Vec<u64> = (0..2 * LIMBS).map(|_| random.u64(..)).collect();
        let crt = CrtModulus::new(&[&p, &q]).expect("primes");
        let c = crt.modulus().reduce(&c);
        let right = crt.modulus().pow(&c, &d);
        Self { call, backend, p, q, c, d, right }
    }

    /// A key in the arena after its first call.
    fn prepare(&self) -> Box<Key> {
        ARENA.0.activate();
        let crt = CrtModulus::with_backend(&[&self.p, &self.q], self.backend).expect("primes");
        let key = Box::new(Key { crt });
        let first = (self.call)(&key, &self.c, &self.d);
        let is_right = first.as_ref() == Some(&self.right);
        drop(first);
        ARENA.0.deactivate();
        assert!(is_right, "wrong without a fault");
        key
    }

    /// The bits to change, and whether they are in digits: all or about `most` of each kind. The choice is fixed.
    fn places(&self, most: usize) -> Vec<(usize, bool)> {
        let key = self.prepare();
        let words = ARENA.0.contents();
        drop(key);
        // addresses have 48 bits
        let is_digits = |word: u64| word >> 32 != 0 && ![0x55, 0x56, 0x7f].contains(&(word >> 40));
        let live = || words.iter().enumerate().filter(|(_, word)| **word != MARKED);
        let of_digits = live().filter(|&(_, &word)| is_digits(word)).count();
        let of_both = [live().count() - of_digits, of_digits];
        let mut random = fastrand::Rng::with_seed(1);
        let mut places = Vec::new();
        for (i, &word) in live() {
            let digits = is_digits(word);
            let chosen = (64 * i..64 * i + 64).filter(|_| random.usize(..64 * of_both[usize::from(digits)]) < most);
            places.extend(chosen.map(|bit| (bit, digits)));
        }
        places
    }

    /// Injects the faults from number `start` on and writes a letter for each.
    fn child(&self, start: usize, most: usize) {
        let places = self.places(most);
        std::thread::spawn(|| {
            let (mut last, mut since) = (usize::MAX, Duration::ZERO);
            loop {
                std::thread::sleep(PATIENCE / 4);
                let (now, computed) = (PROGRESS.load(Ordering::Relaxed), computed());
                if now != last {
                    (last, since) = (now, computed);
                } else if computed > since + PATIENCE {
                    std::process::exit(ENDLESS);
                }
            }
        });
        let mut out = std::io::stdout().lock();
        for &(bit, _) in &places[start..] {
            let key = self.prepare();
            ARENA.0.complement(bit);
            ARENA.0.resume();
            let result = (self.call)(&key, &self.c, &self.d);
            ARENA.0.deactivate();
            let letter = match &result {
                None => b'n',
                Some(result) if *result == self.right => b'r',
                Some(_) => b'w',
            };
            // a damaged key cannot be freed
            core::mem::forget((key, result));
            PROGRESS.fetch_add(1, Ordering::Relaxed);
            out.write_all(&[letter]).and_then(|()| out.flush()).expect("the parent reads");
        }
    }

    fn parent(&self, arguments: &[String], most: usize) {
        let places = self.places(most);
        let mut letters = Vec::new();
        while letters.len() < places.len() {
            let mut child = Command::new(std::env::current_exe().expect("this program"))
                .args(arguments)
                .arg(letters.len().to_string())
                // with damaged memory, writing a backtrace may wait for its own lock
                .env("RUST_BACKTRACE", "0")
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("a child");
            let mut out = child.stdout.take().expect("a pipe");
            out.read_to_end(&mut letters).expect("letters");
            let status = child.wait().expect("an end");
            if letters.len() < places.len() {
                letters.push(if status.code() == Some(ENDLESS) { b'e' } else { b't' });
            }
        }
        for (name, of_digits) in [("small", false), ("digits", true)] {
            let count = |letter| {
                let of_kind = places.iter().zip(&letters).filter(|((_, digits), _)| *digits == of_digits);
                of_kind.filter(|&(_, each)| *each == letter).count()
            };
            let [right, withheld, trapped, endless, wrong] = [b'r', b'n', b't', b'e', b'w'].map(count);
            println!("{name} right {right} withheld {withheld} trapped {trapped} endless {endless} wrong {wrong}");
        }
        for ((bit, _), _) in places.iter().zip(&letters).filter(|(_, letter)| **letter == b'w').take(50) {
            println!("wrong: bit {} of word {}", bit % 64, bit / 64);
        }
    }
}

/// The main thread's CPU time, which other work on the machine does not affect.
fn computed() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux counts it");
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number of nanoseconds"))
}
