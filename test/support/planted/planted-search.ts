import { spellings, type Spelling } from './spellings';

/** A place where a value can end up. */
export interface Place {
  /** `log:api`, `row:turns.prompt`, `redis:command`, ... */
  name: string;
  content: Buffer | string;
}

export interface Finding {
  value: string | Buffer;
  form: string;
  place: string;
  /** The text around the match, to analyze the failure. */
  around: string;
}

interface Needle extends Spelling {
  value: string | Buffer;
}

/** Length in bytes of the prefix by which needles are selected. */
const HEAD = 4;

/** Searches for many values in all their spellings at once, and counts the places that it searched. */
export class PlantedSearch {
  readonly searched = { places: 0, bytes: 0, spellings: 0 };
  private readonly byHead = new Map<number, Needle[]>();
  /** Flags by the first two bytes: most positions need no lookup in the map. */
  private readonly begins = new Uint8Array(65_536);

  constructor(readonly values: readonly (string | Buffer)[]) {
    for (const value of values)
      for (const spelling of spellings(value)) {
        if (spelling.bytes.length < HEAD) throw new Error(`${String(value)} is too short to be searched for`);
        const head = spelling.bytes.readUInt32BE(0);
        this.byHead.set(head, [...(this.byHead.get(head) ?? []), { value, ...spelling }]);
        this.begins[spelling.bytes.readUInt16BE(0)] = 1;
        this.searched.spellings += 1;
      }
  }

  find({ name, content }: Place): Finding[] {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8');
    this.searched.places += 1;
    this.searched.bytes += bytes.length;
    const findings: Finding[] = [];
    for (let at = 0; at <= bytes.length - HEAD; at += 1) {
      if (!this.begins[(bytes[at]! << 8) | bytes[at + 1]!]) continue;
      for (const { value, form, bytes: needle } of this.byHead.get(bytes.readUInt32BE(at)) ?? [])
        if (needle.equals(bytes.subarray(at, at + needle.length)))
          findings.push({
            value,
            form,
            place: name,
            around: printable(bytes.subarray(Math.max(0, at - 60), at + 100)),
          });
    }
    return findings;
  }
}

const printable = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.');
