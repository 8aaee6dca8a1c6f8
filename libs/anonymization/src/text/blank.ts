/** White space as `\s` has it, by code unit; quick, for it is asked of every character. */
export function isBlank(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 9 && unit <= 13);
  if (unit < 0x1680) return unit === 0xa0;
  return (
    (unit >= 0x2000 && unit <= 0x200a) ||
    [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(unit)
  );
}
