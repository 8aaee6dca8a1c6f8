import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the code, which cameras need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code of a text, dark on light in every theme. */
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

/** Returns a path with a square of side 1 for every dark module. */
function drawn(text: string) {
  const { data } = encode(text, { border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: data.length, path: squares.join('') };
}
