//! The allocator of watched runs: it gives each run the same memory from its start on, and never reads freed memory.
//!
//! The C library's `free` reads the freed memory, and `malloc` places blocks depending on earlier calls. Both would show.
#![allow(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const BYTES: usize = 1 << 26;

/// The system's allocator; in watched runs it hands out the bytes of an array.
// the offset of an allocation gives its alignment
#[repr(C, align(4096))]
pub struct Arena {
    bytes: UnsafeCell<[u64; BYTES / 8]>,
    used: AtomicUsize,
    active: AtomicBool,
}

// SAFETY: `used` gives every byte of a run to one allocation only
unsafe impl Sync for Arena {}

impl Arena {
    /// An arena for `#[global_allocator]`.
    #[must_use]
    #[allow(clippy::large_stack_arrays, reason = "the array of a static is made at compile time")]
    pub const fn new() -> Self {
        Self { bytes: UnsafeCell::new([0; BYTES / 8]), used: AtomicUsize::new(0), active: AtomicBool::new(false) }
    }

    /// Starts to allocate from the array, zeroed, from its start. All its earlier allocations must be freed.
    pub fn activate(&self) {
        let used = self.used.swap(0, Ordering::Relaxed);
        // SAFETY: the bytes belong to the array, and no allocation is in use
        unsafe { self.bytes.get().cast::<u8>().write_bytes(0, used) };
        self.active.store(true, Ordering::Relaxed);
    }

    /// Allocates from the system again.
    pub fn deactivate(&self) {
        self.active.store(false, Ordering::Relaxed);
    }

    /// Continues to allocate from the array, after its earlier allocations.
    pub fn resume(&self) {
        self.active.store(true, Ordering::Relaxed);
    }

    /// Complements one bit of the memory that was handed out, counted from its start.
    pub fn complement(&self, bit: usize) {
        assert!(bit / 8 < self.used.load(Ordering::Relaxed), "that was never handed out");
        // SAFETY: the word is in the array, and its owner does not use it during this call
        unsafe {
            let word = self.bytes.get().cast::<u64>().add(bit / 64);
            word.write_volatile(word.read_volatile() ^ 1 << (bit % 64));
        }
    }

    /// The memory that was handed out, freed or not. The arena must be inactive.
    #[must_use]
    pub fn contents(&self) -> Vec<u64> {
        assert!(!self.active.load(Ordering::Relaxed), "the copy would be a part of itself");
        // SAFETY: the words are in the array
        let word = |i| unsafe { self.bytes.get().cast::<u64>().add(i).read_volatile() };
        (0..self.used.load(Ordering::Relaxed) / 8).map(word).collect()
    }

    fn contains(&self, pointer: *mut u8) -> bool {
        (self.bytes.get().addr()..self.bytes.get().addr() + BYTES).contains(&pointer.addr())
    }
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

// SAFETY: it hands out each aligned range of the array once in a run; the rest is the system's
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.active.load(Ordering::Relaxed) {
            let start = self.used.load(Ordering::Relaxed).next_multiple_of(layout.align().max(16));
            let end = start + layout.size().next_multiple_of(8);
            if end <= BYTES {
                self.used.store(end, Ordering::Relaxed);
                return self.bytes.get().cast::<u8>().wrapping_add(start);
            }
        }
        // SAFETY: as this function's
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if !self.contains(pointer) {
            // SAFETY: it came from there
            unsafe { System.dealloc(pointer, layout) }
        }
    }
}
