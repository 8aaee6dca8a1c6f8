import { UnreadableFile } from '../unreadable';
import { scanXml } from './read-xml';
import { ZipParts } from './zip-parts';

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const CONTENT_TYPES = '[Content_Types].xml';

/**
 * An Office Open XML file (ECMA-376, part 2): its parts by type, and by the ids with which they refer to each other.
 */
export class OoxmlPackage {
  private constructor(
    private readonly parts: ZipParts,
    private readonly types: ReadonlyMap<string, string>,
  ) {}

  static async open(bytes: Buffer): Promise<OoxmlPackage> {
    // With a password, Office puts the encrypted file into a file of its older format ([MS-OFFCRYPTO]).
    if (bytes.subarray(0, 8).equals(COMPOUND_FILE))
      throw new UnreadableFile(bytes.includes(ENCRYPTED_PACKAGE) ? 'encrypted' : 'other_type');
    const parts = await ZipParts.open(bytes);
    if (!parts.has(CONTENT_TYPES)) throw new UnreadableFile('other_type');
    const types = new Map<string, string>();
    await scanXml(parts.read(CONTENT_TYPES), {
      open: (name, { PartName, ContentType }) => {
        if (name === 'Override' && PartName && ContentType) types.set(PartName.slice(1), ContentType);
        return undefined;
      },
    });
    return new OoxmlPackage(parts, types);
  }

  /** Returns the names of the parts of a type such as `wordprocessingml.footnotes`, by number. */
  ofType(type: string): string[] {
    return [...this.types]
      .filter(([name, full]) => full.endsWith(`${type}+xml`) && this.parts.has(name))
      .map(([name]) => name)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  /** @throws UnreadableFile `other_type` if it has none: then it is another type of document */
  main(type: string): string {
    const [name] = this.ofType(type);
    if (!name) throw new UnreadableFile('other_type');
    return name;
  }

  read(name: string): AsyncGenerator<string> {
    return this.parts.read(name);
  }

  /** Returns the parts to which `name` refers, by id. */
  async related(name: string): Promise<Map<string, string>> {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const list = `${folder}_rels/${name.slice(folder.length)}.rels`;
    const targets = new Map<string, string>();
    if (!this.parts.has(list)) return targets;
    await scanXml(this.read(list), {
      open: (element, { Id, Target, TargetMode }) => {
        if (element === 'Relationship' && Id && Target && TargetMode !== 'External')
          targets.set(Id, new URL(Target, `zip:///${folder}`).pathname.slice(1));
        return undefined;
      },
    });
    return targets;
  }
}
