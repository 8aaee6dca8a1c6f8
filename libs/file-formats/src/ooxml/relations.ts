import type { OfficeZip } from '../office/office-zip';
import { scanXml } from '../text/read-xml';

export interface Relation {
  id: string;
  /** The last word of its type, such as `hyperlink` */
  type: string;
  /** The name of the part, or its address outside of the file */
  target: string;
  isExternal: boolean;
}

/** Returns the name of the part that lists what `part` refers to; the file itself is ''. */
export function relationsName(part: string): string {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}

/** Returns the part to which a list of relations belongs; undefined if `name` is no such list. */
export function ownerOf(name: string): string | undefined {
  const match = /^((?:.*\/)?)_rels\/([^/]*)\.rels$/.exec(name);
  return match ? match[1]! + match[2]! : undefined;
}

/** Returns what a part of an Office Open XML file refers to (ECMA-376, part 2, 9.3). */
export async function relationsOf(zip: OfficeZip, part: string): Promise<Relation[]> {
  const list = relationsName(part);
  const relations: Relation[] = [];
  if (!zip.has(list)) return relations;
  await scanXml(zip.text(list), {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship') return undefined;
      const isExternal = TargetMode === 'External';
      const target = isExternal ? Target : absolute(part, Target);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal });
      return undefined;
    },
  });
  return relations;
}

export function absolute(part: string, target: string): string {
  if (target.startsWith('#')) return target;
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = URL.canParse(target, `zip:///${folder}`)
    ? new URL(target, `zip:///${folder}`).pathname
    : target;
  try {
    return decodeURIComponent(path).replace(/^\/+/, '');
  } catch {
    return path.replace(/^\/+/, '');
  }
}
