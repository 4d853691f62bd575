/** The decimal digits of a finite number as a whole number, and the number of decimals. Negative decimals are zeros behind. */
const decimalOf = (value: number): { readonly digits: bigint; readonly decimals: number } => {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
};

/**
 * True if a number is a multiple of another, both in decimal notation. 12.5 is one of 0.01, though 0.01 is not exact in binary.
 * Infinity is a multiple of nothing.
 */
export const isMultipleOf = (value: number, step: number): boolean => {
  if (!Number.isFinite(value)) return false;
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const decimals = Math.max(one.decimals, other.decimals);
  const scaled = ({ digits, decimals: own }: typeof one) => digits * 10n ** BigInt(decimals - own);
  return scaled(one) % scaled(other) === 0n;
};
