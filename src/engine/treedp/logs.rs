//! Logarithms in integers, so that predictions are the same on every machine.

/// 256·log₂ of a positive number, rounded down.
pub const fn log2(value: u64) -> u32 {
    let whole = value.ilog2();
    // Sixteen bits of mantissa, squared eight times, give eight bits of the logarithm.
    let mut mantissa = if whole > 16 { value >> (whole - 16) } else { value << (16 - whole) };
    let mut fraction = 0;
    let mut bit = 0;
    while bit < 8 {
        bit += 1;
        mantissa = (mantissa * mantissa) >> 16;
        fraction <<= 1;
        if mantissa >> 17 != 0 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    (whole << 8) + fraction
}

/// The logarithms of small numbers.
pub static LOGS: [u32; 64] = {
    let mut logs = [0; 64];
    let mut range = 1;
    while range < logs.len() {
        logs[range] = log2(range as u64);
        range += 1;
    }
    logs
};

/// About 2^(log/256), saturating.
pub fn exp2(log: u32) -> u64 {
    let (whole, fraction) = (log >> 8, u64::from(log & 255));
    // Between powers of two a straight line is within a tenth of the curve.
    if whole >= 55 { u64::MAX >> 8 } else { ((1 << 8) + fraction) << whole >> 8 }
}
