use super::{StagingBuffer, list};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn staged(words: &[u64]) -> StagingBuffer {
    let mut buffer = StagingBuffer::new();
    buffer.put_bytes(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
    buffer
}

#[test]
fn it_grows_to_what_is_asked_for_and_never_shrinks() {
    let mut buffer = StagingBuffer::new();
    assert_ne!(buffer.reserve(3), 0);
    assert_eq!(buffer.words, [0; 3]);
    buffer.words.fill(7);
    let at = buffer.reserve(2);
    assert_eq!((buffer.words.as_slice(), at), (&[7; 3][..], buffer.words.as_ptr().addr()));
    assert_eq!(buffer.reserve(3), at);
    assert_eq!(buffer.words, [7; 3]);
    assert_ne!(buffer.reserve(4), 0);
    assert_eq!(buffer.words, [0; 4], "what was written before is gone");
    assert_eq!(buffer.reserve(usize::MAX / 16), 0, "no memory");
}

/// All 17 bits are ones.
const LENGTH: usize = (1 << 17) - 1;

/// A window that is not where it was made, or not as long, is never given out.
#[test]
fn a_fault_in_the_window_is_a_panic() {
    let is_refused = |buffer: &mut StagingBuffer| catch_unwind(AssertUnwindSafe(|| buffer.reserve(1))).is_err();
    for bit in 0..17 {
        let mut buffer = StagingBuffer::new();
        assert_ne!(buffer.reserve(LENGTH), 0);
        buffer.words.truncate(LENGTH - (1 << bit));
        assert!(is_refused(&mut buffer), "bit {bit} of the length");
        let mut buffer = staged(&vec![1; LENGTH]);
        buffer.words.truncate(LENGTH - (1 << bit));
        assert!(is_refused(&mut buffer), "bit {bit} of the length, after bytes");
    }
    for bit in 0..usize::BITS {
        let mut buffer = staged(&[1, 2, 3]);
        buffer.made_at ^= 1 << bit;
        assert!(is_refused(&mut buffer), "bit {bit} of the place");
        let mut buffer = StagingBuffer { made_at: 1 << bit, ..StagingBuffer::new() };
        assert!(buffer.made_at == buffer.place() || is_refused(&mut buffer), "bit {bit} of an empty one");
    }
    assert!(!is_refused(&mut staged(&[1, 2, 3])));
}

#[test]
fn bytes_are_little_endian_words() {
    let mut buffer = staged(&[u64::MAX; 3]);
    buffer.put_bytes(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(buffer.words, [0x0807_0605_0403_0201, 9, u64::MAX]);
    assert_eq!(buffer.bytes(9).as_slice(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(buffer.bytes(8).capacity(), 8, "none of them was ever in another place");
    assert_eq!(buffer.bytes(0).as_slice(), [0; 0]);
    let at = buffer.words.as_ptr();
    buffer.put_bytes(&[1; 24]);
    assert_eq!((buffer.words.as_slice(), buffer.words.as_ptr()), (&[0x0101_0101_0101_0101; 3][..], at));
    buffer.put_bytes(&[2; 25]);
    assert_eq!(buffer.words[2..], [0x0202_0202_0202_0202, 2]);
}

#[test]
fn numbers_stand_one_after_the_other() {
    let mut buffer = staged(&[1, 2, 3, 4, 5, 6]);
    assert_eq!(buffer.split([2, 0, 3]), [&[1, 2][..], &[], &[3, 4, 5]]);
    buffer.put(5, [&[7, 8][..], &[9]]);
    assert_eq!(buffer.words, [7, 8, 9, 0, 0, 6]);
    buffer.put(1, [&[1, 2, 3, 4][..]]);
    assert_eq!(buffer.words, [1, 2, 3, 4, 0, 6]);
    assert_eq!(list(&[1, 2, 3, 4, 5], 2), [[1, 2], [3, 4]]);
}
