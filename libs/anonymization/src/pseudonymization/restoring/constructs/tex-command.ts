import type { Construct, RecentText } from './construct';

const NAMES =
  'href|url|nolinkurl|hyperref|hyperimage|includegraphics|includesvg|includemedia|includepdf|input|include|import|' +
  'lstinputlisting|verbatiminput|inputminted|graphicspath|html(?:Data|Style|Id|Class)|style|movie|run';
/** A command with the following character. Any character except an ASCII letter may delimit its argument. */
const COMMAND = new RegExp(String.raw`\\(?:${NAMES})(?![A-Za-z])[\p{L}\p{N}]*[^\p{L}\p{N}]$`, 'u');
const ENVIRONMENTS =
  'math|displaymath|equation|eqnarray|align|alignat|flalign|gather|multline|split|aligned|alignedat|gathered|CD|' +
  'd?array|subarray|[pbBvV]?matrix|smallmatrix|[dr]?r?cases';
/** Text that renderers accept as the beginning of a formula that may contain empty lines */
const FORMULA = new RegExp(
  String.raw`(?:\$\$|\\[[(]|[.<[{:] ?(?:math|katex|latexmath|stem)[^\p{L}\p{N}]|` +
    String.raw`\[(?:tex|latex)\]|\\begin\{(?:${ENVIRONMENTS})[*}])$`,
  'iu',
);
const FENCE = /(?:`{3}|~{3})$/;
const FENCED_FORMULA = /math|katex/i;

/**
 * The text after a TeX command that takes an address: the rest of its paragraph, or of the whole text after a formula has
 * begun. The end of the argument depends on comments, delimiters and packages, so nothing else ends it.
 */
export class TexCommand implements Construct {
  isOpen = false;
  private mayBeFormula = false;
  /** Whether the line is a fence, which may announce a formula */
  private isOnFence = false;

  get isIdle(): boolean {
    return !this.isOpen && !this.isOnFence;
  }

  next(character: string, { recent, endsParagraph }: RecentText): number | undefined {
    if (!this.mayBeFormula) this.lookForFormula(character, recent);
    if (this.isOpen) this.isOpen = this.mayBeFormula || !endsParagraph;
    else if (COMMAND.test(recent)) this.isOpen = true;
    else return undefined;
    return 0;
  }

  copy(): TexCommand {
    return Object.assign(new TexCommand(), this);
  }

  private lookForFormula(character: string, recent: string): void {
    if (FENCE.test(recent)) this.isOnFence = true;
    this.mayBeFormula = FORMULA.test(recent) || (this.isOnFence && FENCED_FORMULA.test(recent));
    if (this.mayBeFormula || character === '\n') this.isOnFence = false;
  }
}
