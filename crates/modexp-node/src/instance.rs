//! One instance: its staging buffer and the objects that its exports have made.

use modexp_wasm::staging_buffer::StagingBuffer;
use napi::{Error, Result};
use std::any::Any;

/// A type of objects that exports make.
pub trait Object: 'static {}

/// The state behind the exports.
#[derive(Default)]
pub struct Instance {
    /// The buffer through which numbers cross.
    pub buffer: StagingBuffer,
    /// Each object at one less than its pointer; `None` where it was freed.
    objects: Vec<Option<Box<dyn Any>>>,
    /// Places of freed objects.
    free: Vec<usize>,
}

impl Instance {
    /// Keeps an object. Returns its pointer, which is not 0.
    pub fn keep(&mut self, object: impl Object) -> usize {
        let object: Option<Box<dyn Any>> = Some(Box::new(object));
        if let Some(place) = self.free.pop() {
            self.objects[place] = object;
            return place + 1;
        }
        self.objects.push(object);
        self.objects.len()
    }

    /// Calls with the object of a pointer, and with the rest of the instance. After a panic the object is gone.
    pub fn with<T: Object, R>(
        &mut self,
        pointer: usize,
        call: impl FnOnce(&mut T, &mut Self) -> Result<R>,
    ) -> Result<R> {
        let mut object = self.take(pointer)?;
        let result = match object.downcast_mut() {
            Some(object) => call(object, self),
            None => Err(unknown(pointer)),
        };
        self.objects[pointer - 1] = Some(object);
        result
    }

    /// Frees the object of a pointer.
    pub fn free(&mut self, pointer: usize) -> Result<()> {
        drop(self.take(pointer)?);
        self.free.push(pointer - 1);
        Ok(())
    }

    #[inline(never)]
    fn take(&mut self, pointer: usize) -> Result<Box<dyn Any>> {
        let place = pointer.checked_sub(1).and_then(|place| self.objects.get_mut(place));
        place.and_then(Option::take).ok_or_else(|| unknown(pointer))
    }
}

fn unknown(pointer: usize) -> Error {
    Error::from_reason(format!("modexp: the instance has no object {pointer} of this type"))
}

/// Zeroes the buffer: calls may have left secrets in it.
impl Drop for Instance {
    fn drop(&mut self) {
        let all = self.buffer.words().len();
        self.buffer.put(all, []);
    }
}
