import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { SHIPPED_THRESHOLDS, type VoiceThresholds } from '../models/model-manifest';

/** The most speakers that are told apart. */
export const MOST_SPEAKERS = 10;

/** Voices of one size, one after the other. */
export interface Voices {
  values: Float32Array;
  /** The number of values of one voice. */
  size: number;
}

/** How similar each voice is to each speaker. */
export interface Similarities {
  speakers: number;
  /** The cosine of voice `i` and speaker `j` is at `i * speakers + j`. */
  values: Float32Array;
}

/** The number of voices that are grouped. The others are compared with the speakers found. */
const MOST_GROUPED = 300;
/** Below this number, the eigenvalues do not reveal the number of speakers. */
const LEAST_SPECTRAL = 70;
/** A speaker with fewer voices than this, which is 1.5 s, is noise. */
const LEAST_VOICES = 3;

/**
 * Finds the speakers of voices: spectral clustering that chooses its neighbors and the number of speakers by the
 * normalized maximum eigengap (Park et al. 2019, "Auto-tuning spectral clustering for speaker diarization").
 *
 * @param expected the number of speakers; if absent, it is estimated
 */
export function groupVoices(
  { values, size }: Voices,
  expected?: number,
  { sameSpeaker, leastLink }: VoiceThresholds = SHIPPED_THRESHOLDS,
): Similarities {
  const all = rows(values, size).map(normalized);
  if (all.length === 0) return { speakers: 0, values: new Float32Array() };
  const grouped = evenly(all, MOST_GROUPED);
  const labels =
    grouped.length < LEAST_SPECTRAL ? linked(grouped, leastLink, expected) : spectral(grouped, expected);
  let speakers = members(grouped, labels);
  if (expected === undefined) {
    const least = (LEAST_VOICES * grouped.length) / all.length;
    const heard = speakers.filter((voices) => voices.length >= least);
    speakers = merged(heard.length > 0 ? heard : speakers, sameSpeaker);
  }
  const found = speakers.map(center);
  const nearest = all.map((voice) => indexOfMost(found.map((one) => dot(voice, one))));
  const centers = found.map((one, label) => {
    const own = all.filter((_, i) => nearest[i] === label);
    return own.length > 0 ? center(own) : one;
  });
  const similar = new Float32Array(all.length * centers.length);
  all.forEach((voice, i) => centers.forEach((one, j) => (similar[i * centers.length + j] = dot(voice, one))));
  return { speakers: centers.length, values: similar };
}

type Vector = Float64Array;

const rows = (values: Float32Array, size: number): Vector[] =>
  Array.from({ length: values.length / size }, (_, i) =>
    Float64Array.from(values.subarray(i * size, (i + 1) * size)),
  );

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function normalized(vector: Vector): Vector {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

function center(voices: readonly Vector[]): Vector {
  const sum = new Float64Array(voices[0]!.length);
  for (const voice of voices) voice.forEach((value, i) => (sum[i]! += value));
  return normalized(sum);
}

const indexOfMost = (values: ArrayLike<number>): number => {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
};

/** Returns at most `most` values, in order, at equal distances. */
const evenly = <T>(values: readonly T[], most: number): T[] =>
  values.length <= most
    ? [...values]
    : Array.from({ length: most }, (_, i) => values[Math.floor((i * values.length) / most)]!);

/** Returns the members of each label, without empty ones. */
function members<T>(values: readonly T[], labels: readonly number[]): T[][] {
  const result = new Map<number, T[]>();
  values.forEach((value, i) => {
    const own = result.get(labels[i]!);
    if (own) own.push(value);
    else result.set(labels[i]!, [value]);
  });
  return [...result.values()];
}

/** Joins the most similar speakers, as long as they sound like one. */
function merged(speakers: readonly Vector[][], sameSpeaker: number): Vector[][] {
  const result = [...speakers];
  for (;;) {
    const centers = result.map(center);
    const pair = bestPair(centers.length, (a, b) => dot(centers[a]!, centers[b]!));
    if (!pair || pair.score <= sameSpeaker) return result;
    result[pair.a] = [...result[pair.a]!, ...result[pair.b]!];
    result.splice(pair.b, 1);
  }
}

function bestPair(
  count: number,
  scoreOf: (a: number, b: number) => number,
): { a: number; b: number; score: number } | undefined {
  let best: { a: number; b: number; score: number } | undefined;
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) {
      const score = scoreOf(a, b);
      if (!best || score > best.score) best = { a, b, score };
    }
  return best;
}

/** Groups few voices by average linkage. @returns the label of each */
function linked(voices: readonly Vector[], leastLink: number, expected?: number): number[] {
  const groups = voices.map((_, i) => [i]);
  const cosines = voices.map((one) => voices.map((other) => dot(one, other)));
  const link = (a: number, b: number): number => {
    let sum = 0;
    for (const i of groups[a]!) for (const j of groups[b]!) sum += cosines[i]![j]!;
    return sum / (groups[a]!.length * groups[b]!.length);
  };
  while (groups.length > (expected ?? 1)) {
    const pair = bestPair(groups.length, link);
    if (!pair || (expected === undefined && groups.length <= MOST_SPEAKERS && pair.score < leastLink)) break;
    groups[pair.a]!.push(...groups[pair.b]!);
    groups.splice(pair.b, 1);
  }
  const labels = voices.map(() => 0);
  groups.forEach((group, label) => {
    for (const i of group) labels[i] = label;
  });
  return labels;
}

/** The shares of the voices that may be neighbors. */
const NEIGHBOR_SHARES = [0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21, 0.24, 0.27, 0.3];

/** The number of groups beyond the given number of speakers, so that a person who speaks little gets a group. */
const MOST_EXTRA = 4;

/**
 * Groups voices by the eigenvectors of their graph of neighbors. The number of neighbors is the one with the largest eigengap.
 * If the number of speakers is given, more groups are tried too, and the most similar ones are united. The speakers of the result
 * differ most.
 *
 * @returns the label of each
 */
function spectral(voices: readonly Vector[], expected?: number): number[] {
  const cosines = voices.map((one) => Float64Array.from(voices, (other) => dot(one, other)));
  let best: { score: number; labels: number[] } | undefined;
  for (const share of NEIGHBOR_SHARES) {
    const graph = laplacian(cosines, Math.max(2, Math.round(share * voices.length)));
    const eigen = new EigenvalueDecomposition(graph, { assumeSymmetric: true });
    // In ascending order
    const values = eigen.realEigenvalues;
    const gaps = Array.from({ length: MOST_SPEAKERS }, (_, i) => values[i + 1]! - values[i]!);
    const grouped = (count: number): number[] => {
      const rowOf = (i: number): number[] => eigen.eigenvectorMatrix.getRow(i).slice(0, count);
      return nearestMeans(
        voices.map((_, i) => Float64Array.from(rowOf(i))),
        count,
      );
    };
    const consider = (score: number, labels: number[]): void => {
      if (!best || score < best.score) best = { score, labels };
    };
    if (expected === undefined) {
      const count = indexOfMost(gaps) + 1;
      const score = (share * values.at(-1)!) / Math.max(gaps[count - 1]!, Number.EPSILON);
      consider(score, grouped(count));
      continue;
    }
    for (let count = expected; count <= expected + MOST_EXTRA; count++) {
      const labels = united(voices, grouped(count), expected);
      consider(likeness(members(voices, labels)), labels);
    }
  }
  return best!.labels;
}

/** Unites groups until `count` are left: first those that are noise, with the group they resemble most, then the most similar. */
function united(voices: readonly Vector[], labels: readonly number[], count: number): number[] {
  const groups = members([...voices.keys()], labels);
  while (groups.length > count) {
    const centers = groups.map((group) => center(group.map((i) => voices[i]!)));
    const noise = groups.findIndex((group) => group.length < LEAST_VOICES);
    const pair = bestPair(groups.length, (a, b) =>
      noise < 0 || a === noise || b === noise ? dot(centers[a]!, centers[b]!) : -Infinity,
    )!;
    groups[pair.a]!.push(...groups[pair.b]!);
    groups.splice(pair.b, 1);
  }
  const result = voices.map(() => 0);
  groups.forEach((group, label) => {
    for (const i of group) result[i] = label;
  });
  return result;
}

/** Returns the cosine of the two most similar speakers; 1 if one of them is noise. */
function likeness(speakers: readonly Vector[][]): number {
  if (speakers.some((voices) => voices.length < LEAST_VOICES)) return 1;
  const centers = speakers.map(center);
  return bestPair(centers.length, (a, b) => dot(centers[a]!, centers[b]!))?.score ?? 0;
}

/** Returns the Laplacian of the graph in which each voice has the same number of neighbors. */
function laplacian(cosines: readonly Float64Array[], neighbors: number): Matrix {
  const result = Matrix.zeros(cosines.length, cosines.length);
  const add = (i: number, j: number, value: number): unknown => result.set(i, j, result.get(i, j) + value);
  cosines.forEach((row, i) => {
    const near = Array.from(row.keys())
      .sort((a, b) => row[b]! - row[a]!)
      .slice(0, neighbors);
    for (const j of near) {
      if (i === j) continue;
      add(i, j, -0.5);
      add(j, i, -0.5);
      add(i, i, 0.5);
      add(j, j, 0.5);
    }
  });
  return result;
}

const MOST_ROUNDS = 50;

/** Groups points by k-means, from points that are far from each other. @returns the label of each */
function nearestMeans(points: readonly Vector[], count: number): number[] {
  let means = farApart(points, count);
  let labels: number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = points.map((point) => indexOfMost(means.map((mean) => -distance(point, mean))));
    if (next.every((label, i) => label === labels[i])) break;
    labels = next;
    means = means.map((mean, label) => {
      const own = points.filter((_, i) => labels[i] === label);
      return own.length > 0 ? average(own) : mean;
    });
  }
  return labels;
}

function farApart(points: readonly Vector[], count: number): Vector[] {
  const chosen = [points[0]!];
  while (chosen.length < count)
    chosen.push(
      points[indexOfMost(points.map((point) => Math.min(...chosen.map((one) => distance(point, one)))))]!,
    );
  return chosen;
}

function distance(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return sum;
}

function average(points: readonly Vector[]): Vector {
  const sum = new Float64Array(points[0]!.length);
  for (const point of points) point.forEach((value, i) => (sum[i]! += value / points.length));
  return sum;
}
