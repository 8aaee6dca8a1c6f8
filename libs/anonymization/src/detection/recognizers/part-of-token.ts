/** Inside an identifier, a path or a larger number: `ab-212-265-1040`, `x_2122651040`, `1,212-265-1040`. */
export function isPartOfToken(line: string, start: number, end: number): boolean {
  return (
    (/[\p{L}\p{N}][-_/@#&=]$|\p{N}\.$|[\p{L}\p{N}_\\%$€£]$|\d,$/u.test(
      line.slice(Math.max(0, start - 2), start),
    ) &&
      !/(?:tel|fax|phone|fon|mobil|mobile|cell|handy|wa\.me)[-_/=.]?$/iu.test(
        line.slice(Math.max(0, start - 8), start),
      )) ||
    /^(?:[-_/]?[\p{L}_@%€£]|[.,]\d|[-/:]\d)/u.test(line.slice(end, end + 2))
  );
}
