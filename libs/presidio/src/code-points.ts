/** Converts offsets in a text between code points, which Python counts, and UTF-16 code units. */
export class CodePoints {
  /** The offset of each code point and of the end, in code units. Absent if the offsets are equal. */
  private readonly units: Uint32Array | undefined;

  constructor(private readonly text: string) {
    this.units = /[\u{10000}-\u{10FFFF}]/u.test(text) ? unitsOf(text) : undefined;
  }

  /** The length of the text in code points. */
  get length(): number {
    return this.units ? this.units.length - 1 : this.text.length;
  }

  /** @param point at most the length of the text in code points */
  toUnit(point: number): number {
    return this.units ? this.units[point]! : point;
  }

  /** Returns the number of code points before an offset in code units. */
  ofUnit(unit: number): number {
    if (!this.units) return unit;
    let [low, high] = [0, this.units.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.units[middle]! < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function unitsOf(text: string): Uint32Array {
  const units = new Uint32Array(text.length + 1);
  let [points, at] = [0, 0];
  for (const character of text) {
    units[points] = at;
    points += 1;
    at += character.length;
  }
  units[points] = at;
  return units.subarray(0, points + 1);
}
