import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Pixels, Point } from '../pictures/pixels';
import { UnreadableFile } from '../unreadable';
import type { Box, Glyph } from './page-text';

/** Values of PDFium's header files. */
const PASSWORD = 4;
const WITHOUT_SECURITY = 3;
const AS_ON_SCREEN = 0;
const RGBA = 4;
const RED_FIRST = 0x10;
const IMAGE = 3;
const FORM = 5;
const INVISIBLE = 3;
const WHITE = 0xffffffff;
/** A picture with fewer pixels in one direction is a line or a dot. */
const SMALLEST_PICTURE = 12;
const DEEPEST_FORM = 12;

/** A picture on a page, in its coordinates. */
export interface PlacedPicture {
  box: Box;
  object: number;
  isInForm: boolean;
}

/** A run of a color and a text, written into a page. */
export interface Drawing {
  box: Box;
  /** Written in black on light gray; a black box if it is absent or does not fit */
  label?: string;
}

/** PDFium, a reader and writer of PDF, as WebAssembly. */
export class Pdfium {
  private constructor(readonly library: WrappedPdfiumModule) {}

  static async start(): Promise<Pdfium> {
    const wasm = createRequire(__filename).resolve('@embedpdf/pdfium/pdfium.wasm');
    const library = await init({ wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer });
    library.PDFiumExt_Init();
    return new Pdfium(library);
  }

  /** @throws UnreadableFile */
  open(bytes: Uint8Array): PdfiumDocument {
    const at = this.allocate(bytes.length);
    this.bytes().set(bytes, at);
    const document = this.library.FPDF_LoadMemDocument(at, bytes.length, '');
    if (document === 0) {
      const isEncrypted = this.library.FPDF_GetLastError() === PASSWORD;
      this.free(at);
      throw new UnreadableFile(isEncrypted ? 'encrypted' : 'damaged');
    }
    return new PdfiumDocument(this, document, at);
  }

  /** Returns a picture of a text in black on light gray; undefined if the font lacks a character. */
  drawLabel(label: string, width: number, height: number): Pixels | undefined {
    const document = this.library.FPDF_CreateNewDocument();
    const page = new PdfiumPage(this, document, this.library.FPDFPage_New(document, 0, width, height));
    try {
      const isDrawn = page.draw({ box: { left: 0, bottom: 0, right: width, top: height }, label });
      return isDrawn ? page.render(width, height) : undefined;
    } finally {
      page.close();
      this.library.FPDF_CloseDocument(document);
    }
  }

  /** The memory of the library. It moves when it grows. */
  bytes(): Uint8Array {
    return (this.library.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  allocate(size: number): number {
    return this.library.pdfium.wasmExports.malloc(size);
  }

  free(at: number): void {
    this.library.pdfium.wasmExports.free(at);
  }

  /** Calls `use` with memory for numbers, and returns those that it wrote there. */
  numbers(
    type: 'float' | 'double' | 'i32',
    count: number,
    use: (at: readonly number[]) => unknown,
  ): number[] | undefined {
    const size = type === 'double' ? 8 : 4;
    const start = this.allocate(size * count);
    try {
      const places = Array.from({ length: count }, (_, i) => start + i * size);
      if (!use(places)) return undefined;
      return places.map((at) => this.library.pdfium.getValue(at, type) as number);
    } finally {
      this.free(start);
    }
  }

  withText<T>(text: string, use: (at: number) => T): T {
    const size = (text.length + 1) * 2;
    const at = this.allocate(size);
    try {
      this.library.pdfium.stringToUTF16(text, at, size);
      return use(at);
    } finally {
      this.free(at);
    }
  }
}

export class PdfiumDocument {
  readonly pageCount: number;

  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
    private readonly content: number,
  ) {
    this.pageCount = pdfium.library.FPDF_GetPageCount(document);
  }

  /** Calls `use` with a page. @throws UnreadableFile */
  withPage<T>(index: number, use: (page: PdfiumPage) => T): T {
    const handle = this.pdfium.library.FPDF_LoadPage(this.document, index);
    if (handle === 0) throw new UnreadableFile('damaged');
    const page = new PdfiumPage(this.pdfium, this.document, handle);
    try {
      return use(page);
    } finally {
      page.close();
    }
  }

  /** Writes the whole document, without a password and older versions of its objects. */
  save(): Buffer {
    const { library } = this.pdfium;
    const writer = library.PDFiumExt_OpenFileWriter();
    try {
      if (!library.FPDF_SaveAsCopy(this.document, writer, WITHOUT_SECURITY))
        throw new UnreadableFile('damaged');
      const size = library.PDFiumExt_GetFileWriterSize(writer);
      const at = this.pdfium.allocate(size);
      library.PDFiumExt_GetFileWriterData(writer, at, size);
      const bytes = Buffer.from(this.pdfium.bytes().subarray(at, at + size));
      this.pdfium.free(at);
      return bytes;
    } finally {
      library.PDFiumExt_CloseFileWriter(writer);
    }
  }

  close(): void {
    this.pdfium.library.FPDF_CloseDocument(this.document);
    this.pdfium.free(this.content);
  }
}

export class PdfiumPage {
  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
    private readonly page: number,
  ) {}

  /** The size as it is seen, in points. */
  get size(): { width: number; height: number } {
    const { library } = this.pdfium;
    return { width: library.FPDF_GetPageWidthF(this.page), height: library.FPDF_GetPageHeightF(this.page) };
  }

  /** Draws annotations and form fields into the page. */
  flatten(): void {
    if (this.pdfium.library.FPDFPage_Flatten(this.page, AS_ON_SCREEN) === 0)
      throw new UnreadableFile('damaged');
  }

  /** Returns the characters in PDFium's order of reading. */
  glyphs(): Glyph[] {
    const { library } = this.pdfium;
    const text = library.FPDFText_LoadPage(this.page);
    if (text === 0) throw new UnreadableFile('damaged');
    const box = this.pdfium.allocate(4 * 8);
    const read = (at: number) => library.pdfium.getValue(at, 'double') as number;
    const modes = new Map<number, boolean>();
    try {
      return Array.from({ length: library.FPDFText_CountChars(text) }, (_, i) => {
        const code = library.FPDFText_GetUnicode(text, i);
        const hasBox = library.FPDFText_GetCharBox(text, i, box, box + 8, box + 16, box + 24);
        const object = library.FPDFText_GetTextObject(text, i);
        if (!modes.has(object))
          modes.set(object, object !== 0 && library.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE);
        return {
          text: isValid(code) ? String.fromCodePoint(code) : '',
          isGenerated: library.FPDFText_IsGenerated(text, i) === 1,
          isInvisible: modes.get(object)!,
          angle: library.FPDFText_GetCharAngle(text, i),
          box: hasBox
            ? { left: read(box), right: read(box + 8), bottom: read(box + 16), top: read(box + 24) }
            : { left: 0, right: 0, bottom: 0, top: 0 },
        };
      });
    } finally {
      this.pdfium.free(box);
      library.FPDFText_ClosePage(text);
    }
  }

  /** Returns whether anything is drawn on the page. */
  get isEmpty(): boolean {
    return this.pdfium.library.FPDFPage_CountObjects(this.page) === 0;
  }

  pictures(): PlacedPicture[] {
    const { library } = this.pdfium;
    const found: PlacedPicture[] = [];
    const look = (object: number, toPage: (point: Point) => Point, depth: number): void => {
      const type = library.FPDFPageObj_GetType(object);
      if (type === IMAGE) {
        const pixels = this.pdfium.numbers('i32', 2, ([width, height]) =>
          library.FPDFImageObj_GetImagePixelSize(object, width!, height!),
        );
        if (pixels && Math.min(...pixels) < SMALLEST_PICTURE) return;
        const bounds = this.pdfium.numbers('float', 4, ([left, bottom, right, top]) =>
          library.FPDFPageObj_GetBounds(object, left!, bottom!, right!, top!),
        );
        if (bounds) found.push({ box: boxOf(bounds, toPage), object, isInForm: depth > 0 });
      } else if (type === FORM && depth < DEEPEST_FORM) {
        const matrix = this.pdfium.numbers('float', 6, ([at]) =>
          library.FPDFPageObj_GetMatrix(object, at!),
        ) ?? [1, 0, 0, 1, 0, 0];
        const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number];
        const within = ([x, y]: Point): Point => toPage([a * x + c * y + e, b * x + d * y + f]);
        for (let i = 0; i < library.FPDFFormObj_CountObjects(object); i += 1)
          look(library.FPDFFormObj_GetObject(object, i), within, depth + 1);
      }
    };
    for (let i = 0; i < library.FPDFPage_CountObjects(this.page); i += 1)
      look(library.FPDFPage_GetObject(this.page, i), (point) => point, 0);
    return found;
  }

  remove({ object }: PlacedPicture): void {
    this.pdfium.library.FPDFPage_RemoveObject(this.page, object);
    this.pdfium.library.FPDFPageObj_Destroy(object);
    this.write();
  }

  /** Removes every glyph and pixel that one of the boxes touches. */
  redact(boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    const at = this.pdfium.allocate(boxes.length * 8 * 4);
    for (const [i, { left, bottom, right, top }] of boxes.entries())
      for (const [k, value] of [left, top, right, top, left, bottom, right, bottom].entries())
        this.pdfium.library.pdfium.setValue(at + (i * 8 + k) * 4, value, 'float');
    this.pdfium.library.EPDFText_RedactInQuads(this.page, at, boxes.length, true, false);
    this.pdfium.free(at);
    this.write();
  }

  /** @returns whether a label was written, if there is one */
  draw({ box, label }: Drawing): boolean {
    const text = label ? this.label(label, box) : 0;
    const { library } = this.pdfium;
    const rectangle = library.FPDFPageObj_CreateNewRect(
      box.left,
      box.bottom,
      box.right - box.left,
      box.top - box.bottom,
    );
    const gray = text === 0 ? 0 : 232;
    library.FPDFPageObj_SetFillColor(rectangle, gray, gray, gray, 255);
    library.FPDFPath_SetDrawMode(rectangle, 1, false);
    library.FPDFPage_InsertObject(this.page, rectangle);
    if (text !== 0) library.FPDFPage_InsertObject(this.page, text);
    return text !== 0;
  }

  write(): void {
    if (!this.pdfium.library.FPDFPage_GenerateContent(this.page)) throw new UnreadableFile('damaged');
  }

  render(width: number, height: number): Pixels {
    const { library } = this.pdfium;
    const bitmap = library.FPDFBitmap_CreateEx(width, height, RGBA, 0, 0);
    if (bitmap === 0) throw new UnreadableFile('too_much_memory');
    try {
      library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      library.FPDF_RenderPageBitmap(bitmap, this.page, 0, 0, width, height, 0, RED_FIRST);
      const at = library.FPDFBitmap_GetBuffer(bitmap);
      return { width, height, data: this.pdfium.bytes().slice(at, at + width * height * 4) };
    } finally {
      library.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** Returns where a point of a rendered page is on the page. */
  toPage(width: number, height: number, [x, y]: Point): Point {
    const { library } = this.pdfium;
    return this.pdfium.numbers('double', 2, ([outX, outY]) =>
      library.FPDF_DeviceToPage(
        this.page,
        0,
        0,
        width,
        height,
        0,
        Math.round(x),
        Math.round(y),
        outX!,
        outY!,
      ),
    ) as unknown as Point;
  }

  /** Returns where a point of the page is when it is rendered. */
  toPicture(width: number, height: number, [x, y]: Point): Point {
    const { library } = this.pdfium;
    return this.pdfium.numbers('i32', 2, ([outX, outY]) =>
      library.FPDF_PageToDevice(this.page, 0, 0, width, height, 0, x, y, outX!, outY!),
    ) as unknown as Point;
  }

  close(): void {
    this.pdfium.library.FPDF_ClosePage(this.page);
  }

  /** Returns a text object in Helvetica that fits into a box; 0 if none is readable there. */
  private label(label: string, box: Box): number {
    if (!LATIN_1.test(label)) return 0;
    const { library } = this.pdfium;
    const size = (box.top - box.bottom) * 0.8;
    const at = library.FPDFPageObj_NewTextObj(this.document, 'Helvetica', size);
    this.pdfium.withText(label, (text) => library.FPDFText_SetText(at, text));
    const [left, , right] = this.pdfium.numbers('float', 4, ([a, b, c, d]) =>
      library.FPDFPageObj_GetBounds(at, a!, b!, c!, d!),
    ) as [number, number, number, number];
    const scale = Math.min(1, (box.right - box.left) / (right - left + size * 0.1));
    if (size * scale < SMALLEST_LABEL) {
      library.FPDFPageObj_Destroy(at);
      return 0;
    }
    const up = (box.top - box.bottom - size * scale * CAPITALS) / 2;
    library.FPDFPageObj_Transform(at, scale, 0, 0, scale, box.left - left * scale, box.bottom + up);
    return at;
  }
}

const LATIN_1 = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff]+$/;
/** The height of capitals in Helvetica. */
const CAPITALS = 0.72;
/** In points of a page, or pixels of a picture. */
const SMALLEST_LABEL = 4;

const isValid = (code: number): boolean =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

function boxOf([left, bottom, right, top]: number[], toPage: (point: Point) => Point): Box {
  const corners = [
    [left!, bottom!],
    [right!, bottom!],
    [right!, top!],
    [left!, top!],
  ] as const;
  const points = corners.map((corner) => toPage(corner));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}
