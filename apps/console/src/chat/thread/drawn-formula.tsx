import katex from 'katex';
import { useLayoutEffect, useRef } from 'react';

export interface FormulaProps {
  tex: string;
  isBlock: boolean;
}

/** Bounds the work for one formula of a model. */
const LIMITS = { maxExpand: 200, maxSize: 20 };

/** A formula as MathML, which needs no fonts or styles. Commands that load or link addresses have no effect. */
export function DrawnFormula({ tex, isBlock }: FormulaProps) {
  const frame = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    try {
      katex.render(tex, frame.current!, { ...LIMITS, displayMode: isBlock, output: 'mathml' });
    } catch (thrown) {
      // While an answer arrives, its last formula is incomplete.
      if (!(thrown instanceof katex.ParseError)) throw thrown;
      frame.current!.textContent = tex;
    }
  }, [tex, isBlock]);
  return <span ref={frame} className={isBlock ? 'formula block' : 'formula'} />;
}
