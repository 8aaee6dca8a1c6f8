import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around it, without which cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a picture that a camera reads: dark on light, whatever the theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A square of side 1 for every dark module. */
function drawn(text: string) {
  const { data } = encode(text, { border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: data.length, path: squares.join('') };
}
