import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { usePreferences } from '../preferences';
import { useFormats, useTexts } from '../texts';

const HEIGHT = 260;
/** Padding that shows the first and the last bar completely. */
const HALF_DAY_S = 12 * 60 * 60;

/** Bars by day. The table next to it has the same values for screen readers. */
export function DayPlot({ days }: { days: readonly { date: string; tokens: number }[] }) {
  const t = useTexts();
  const formats = useFormats();
  const { theme } = usePreferences();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const colour = (name: string) => resolved(element, name);
    const axis = {
      stroke: colour('--muted'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { range: (_plot, min, max) => [min - HALF_DAY_S, max + HALF_DAY_S] },
          y: { range: (_plot, _min, max) => [0, Math.max(max, 1) * 1.1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            values: (_plot, at) => at.map((second) => formats.shortDay(second * 1000)),
          },
          { ...axis, size: 70, values: (_plot, at) => at.map((value) => formats.number(value)) },
        ],
        series: [
          {},
          {
            fill: colour('--accent'),
            stroke: colour('--accent'),
            points: { show: false },
            paths: UPlot.paths.bars!({ size: [0.7, 40], radius: 0.15 }),
          },
        ],
      },
      [days.map(({ date }) => Date.parse(date) / 1000), days.map(({ tokens }) => tokens)],
      element,
    );
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [days, formats, theme]);
  return <div ref={frame} role="img" aria-label={t.usage.byDay} className="plot" />;
}

/** Returns a color of the theme in a format for a canvas. */
function resolved(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
