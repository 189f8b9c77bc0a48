//! Points of OpenSSL's elliptic curves over GF(p) and GF(2^m).
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use crate::bn::{Bn, Free, New, Number, Object, Owned};
use core::ffi::{CStr, c_char, c_int};
use core::ptr::null_mut;

type NewOn = unsafe extern "C" fn(Object) -> Object;
type NewCurve = unsafe extern "C" fn(Object, Object, Object, Object) -> Object;
type Coordinates = unsafe extern "C" fn(Object, Object, Object, Object, Object) -> c_int;

functions! {
    /// The functions of groups and points.
    Ec {
        nid: OBJ_sn2nid, unsafe extern "C" fn(*const c_char) -> c_int;
        by_name: EC_GROUP_new_by_curve_name, unsafe extern "C" fn(c_int) -> Object;
        by_parameters: EC_GROUP_new_curve_GFp, NewCurve;
        free: EC_GROUP_free, Free;
        set_generator: EC_GROUP_set_generator, unsafe extern "C" fn(Object, Object, Object, Object) -> c_int;
        generator: EC_GROUP_get0_generator, NewOn;
        point_new: EC_POINT_new, NewOn;
        point_free: EC_POINT_free, Free;
        set: EC_POINT_set_affine_coordinates, Coordinates;
        get: EC_POINT_get_affine_coordinates, Coordinates;
        is_identity: EC_POINT_is_at_infinity, unsafe extern "C" fn(Object, Object) -> c_int;
        mul: EC_POINT_mul, unsafe extern "C" fn(Object, Object, Object, Object, Object, Object) -> c_int;
        ctx_new: BN_CTX_new, New;
        ctx_free: BN_CTX_free, Free;
    }
}

functions! {
    /// The functions of curves over GF(2^m). Some builds lack them.
    BinaryEc {
        by_parameters: EC_GROUP_new_curve_GF2m, NewCurve;
    }
}

/// A group with its generator, and a `BN_CTX`.
pub struct Group {
    bn: Bn,
    ec: Ec,
    raw: Object,
    ctx: Owned,
}

/// A point in the library's memory.
pub struct EcPoint {
    raw: Object,
    free: Free,
}

impl Group {
    pub(crate) fn named(bn: Bn, ec: Ec, name: &CStr) -> Option<Self> {
        // SAFETY: the name is a string; an unknown number gives null.
        let raw = unsafe { (ec.by_name)((ec.nid)(name.as_ptr())) };
        if raw.is_null() { None } else { Some(Self::owned(bn, ec, raw)) }
    }

    /// Creates the group of a curve over GF(p).
    pub(crate) fn by_parameters(bn: Bn, ec: Ec, parameters: [&[u64]; 6]) -> Self {
        Self::made(bn, ec, ec.by_parameters, parameters, &[1])
    }

    /// Creates the group of a curve over GF(2^m). p is the polynomial.
    pub(crate) fn binary(bn: Bn, ec: Ec, binary: BinaryEc, parameters: [&[u64]; 6], cofactor: &[u64]) -> Self {
        Self::made(bn, ec, binary.by_parameters, parameters, cofactor)
    }

    fn made(bn: Bn, ec: Ec, make: NewCurve, [p, a, b, order, x, y]: [&[u64]; 6], cofactor: &[u64]) -> Self {
        let [p, a, b, order, h] = [p, a, b, order, cofactor].map(|limbs| bn.number(limbs));
        // SAFETY: all numbers are alive; the functions belong together.
        let group = unsafe { Self::owned(bn, ec, make(p.raw(), a.raw(), b.raw(), null_mut())) };
        assert!(!group.raw.is_null(), "the library refuses the curve");
        let g = group.point(x, y);
        // SAFETY: the group copies its arguments.
        let done = unsafe { (ec.set_generator)(group.raw, g.raw, order.raw(), h.raw()) };
        assert_eq!(done, 1, "the library refuses the generator");
        group
    }

    fn owned(bn: Bn, ec: Ec, raw: Object) -> Self {
        // SAFETY: the functions belong together.
        let ctx = unsafe { Owned::new(ec.ctx_new, ec.ctx_free) };
        Self { bn, ec, raw, ctx }
    }

    fn identity(&self) -> EcPoint {
        // SAFETY: the group is alive.
        let raw = unsafe { (self.ec.point_new)(self.raw) };
        assert!(!raw.is_null(), "the library has memory");
        EcPoint { raw, free: self.ec.point_free }
    }

    /// Creates the point (x, y).
    #[must_use]
    pub fn point(&self, x: &[u64], y: &[u64]) -> EcPoint {
        let point = self.identity();
        let [x, y] = [x, y].map(|limbs| self.bn.number(limbs));
        // SAFETY: all objects are alive.
        let done = unsafe { (self.ec.set)(self.raw, point.raw, x.raw(), y.raw(), self.ctx.raw()) };
        assert_eq!(done, 1, "the point is not on the curve");
        point
    }

    /// Creates a scalar.
    #[must_use]
    pub fn scalar(&self, limbs: &[u64]) -> Number {
        self.bn.number(limbs)
    }

    /// Returns x and y of the generator.
    #[must_use]
    pub fn generator(&self) -> [Vec<u64>; 2] {
        // SAFETY: the group is alive, and keeps the generator.
        let g = unsafe { (self.ec.generator)(self.raw) };
        self.affine(g)
    }

    /// Returns x and y of an `EC_POINT_mul` of a point, of the generator, or of both. The identity has no limbs.
    #[must_use]
    pub fn multiply(&self, of_generator: Option<&Number>, of_point: Option<(&EcPoint, &Number)>) -> [Vec<u64>; 2] {
        let out = self.identity();
        let n = of_generator.map_or(null_mut(), Number::raw);
        let (q, m) = of_point.map_or((null_mut(), null_mut()), |(q, m)| (q.raw, m.raw()));
        // SAFETY: all objects are alive, or null where the function allows null.
        let done = unsafe { (self.ec.mul)(self.raw, out.raw, n, q, m, self.ctx.raw()) };
        assert_eq!(done, 1, "EC_POINT_mul refuses");
        self.affine(out.raw)
    }

    fn affine(&self, point: Object) -> [Vec<u64>; 2] {
        // SAFETY: both are alive.
        if unsafe { (self.ec.is_identity)(self.raw, point) } == 1 {
            return [Vec::new(), Vec::new()];
        }
        let [x, y] = [(); 2].map(|()| self.bn.number(&[]));
        // SAFETY: all objects are alive.
        let done = unsafe { (self.ec.get)(self.raw, point, x.raw(), y.raw(), self.ctx.raw()) };
        assert_eq!(done, 1, "the point has coordinates");
        [x.limbs(), y.limbs()]
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // SAFETY: it was made for this function, and is not used again.
        unsafe { (self.ec.free)(self.raw) }
    }
}

impl Drop for EcPoint {
    fn drop(&mut self) {
        // SAFETY: it was made for this function, and is not used again.
        unsafe { (self.free)(self.raw) }
    }
}
