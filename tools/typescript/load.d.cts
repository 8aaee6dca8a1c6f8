declare const factor: number;
export = factor;
