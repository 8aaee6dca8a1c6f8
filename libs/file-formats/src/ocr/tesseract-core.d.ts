/** The parts of Tesseract's WebAssembly that are used. The package has no types. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm' {
  interface TessBaseAPI {
    /** @returns 0 if the languages were loaded */
    Init(folder: null, languages: string, engine: number): number;
    SetVariable(name: string, value: string): void;
    /** Reads the file `/input`, turned by an angle. @returns 1 if it cannot */
    SetImageFile(exifOrientation: number, radians: number): number;
    FindLines(): number;
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
  }
  interface TesseractModule {
    FS: { writeFile(path: string, content: Uint8Array): void };
    TessBaseAPI: new () => TessBaseAPI;
  }
  const start: (options: {
    print(line: string): void;
    printErr(line: string): void;
  }) => Promise<TesseractModule>;
  export = start;
}
