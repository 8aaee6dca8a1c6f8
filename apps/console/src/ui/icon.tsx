/** Outlines on a grid of 24, drawn for this page. */
const OUTLINES = {
  chat: 'M4 5h16v11H9l-5 4z',
  hide: 'M3 12h18M3 6h12M3 18h8',
  microphone: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5 11a7 7 0 0 0 14 0M12 18v3',
  key: 'M14 10a4 4 0 1 0-3.5 4L13 16.500h2v2h2v2h3v-3l-6.200-6.200',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6.300M18 14a6.500 6.500 0 0 1 3.500 6',
  groups: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
  chart: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  case: 'M3 6h6l2 2h10v11H3z',
  assistant: 'M5 8h14v11H5zM12 8V4M9 13h.01M15 13h.01M10 16h4',
  restore: 'M9 6l-5 5 5 5M4 11h10a6 6 0 0 1 6 6v2',
  jobs: 'M4 7h16v12H4zM9 7V4h6v3M4 12h16',
  audit: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M9 8h3',
  status: 'M3 12h4l3-8 4 16 3-8h4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  send: 'M12 20V5M5 12l7-7 7 7',
  stop: 'M6 6h12v12H6z',
  attach:
    'M20 11l-8.500 8.500a5 5 0 0 1-7-7L13 4a3.300 3.300 0 0 1 4.700 4.700l-8.500 8.500a1.600 1.600 0 0 1-2.300-2.300L14 8',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.500h.01',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  down: 'M6 9l6 6 6-6',
  previous: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  pin: 'M8 3h8l-1 7 3 3v2H6v-2l3-3zM12 15v6',
  print: 'M7 9V4h10v5M5 17H4v-8h16v8h-1M7 14h10v6H7z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  repeat: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
} as const;

export type IconName = keyof typeof OUTLINES;

/** A decorative icon, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' ? 3 : 1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={OUTLINES[name]} />
  </svg>
);
