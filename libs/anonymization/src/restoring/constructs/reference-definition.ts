import { isAsciiBlank, type Construct, type RecentText } from './construct';

type Part = 'nothing' | 'before the target' | 'target' | 'target in angles';

/** The target of a Markdown reference definition (`[label]: target "title"`), also on the line after its label. */
export class ReferenceDefinition implements Construct {
  constructor(private part: Part = 'nothing') {}

  get isOpen(): boolean {
    return this.part !== 'nothing';
  }

  get isIdle(): boolean {
    return this.part === 'nothing';
  }

  /** Whether what comes next is a target only if nothing but a title stands behind it on its line. */
  get isPlain(): boolean {
    return this.part === 'before the target' || this.part === 'target';
  }

  next(character: string, { previous, isLineStart, endsParagraph }: RecentText): number | undefined {
    if (this.isOpen) this.part = endsParagraph ? 'nothing' : this.after(character, previous, isLineStart);
    if (character !== ':' || previous !== ']' || this.isOpen) return undefined;
    this.part = 'before the target';
    return 0;
  }

  copy(): ReferenceDefinition {
    return new ReferenceDefinition(this.part);
  }

  private after(character: string, previous: string, isLineStart: boolean): Part {
    if (this.part === 'target in angles')
      return (character === '>' && previous !== '\\') || character === '\n' ? 'nothing' : this.part;
    if (this.part === 'target') return isAsciiBlank(character) ? 'nothing' : this.part;
    if (isAsciiBlank(character) || (character === '>' && isLineStart)) return this.part;
    return character === '<' ? 'target in angles' : 'target';
  }
}
