import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  forEachChild,
  isCallExpression,
  isNewExpression,
  isRegularExpressionLiteral,
  type Node,
} from 'typescript';
import { packageRoot } from '@app/common';
import { productSources, type Source } from '../tables/product-sources';
import type { Pattern } from './pattern';

/** What runs in the api and the worker: the pages of the console run in a browser, the commands on a terminal. */
const SERVED = /^(?:apps\/(?:api|worker)|libs)\//;
/** Programs and threads that work as soon as they are loaded; they build no patterns themselves, but their modules do. */
const STARTS_A_PROGRAM = /(?:\/main|-thread)\.ts$/;

/** The patterns of the api and the worker, and where patterns are built that no module builds while it is loaded. */
export interface ProductPatterns {
  patterns: Pattern[];
  builtLater: string[];
}

/** Returns every pattern of the api and the worker once: those written as literals, and those that modules build. */
export function productPatterns(): ProductPatterns {
  const sources = productSources().filter(({ fileName }) => SERVED.test(fileName));
  const literals = sources.flatMap(literalsIn);
  const built = builtBy(sources);
  const reached = new Set(built.map(({ place }) => place));
  const patterns = new Map([...literals, ...built].map((one) => [`/${one.source}/${one.flags}`, one]));
  const places = sources.flatMap((source) => callsIn(source));
  return { patterns: [...patterns.values()], builtLater: places.filter((place) => !reached.has(place)) };
}

/** Loads the modules in a process of its own, which reports what they build. */
function builtBy(sources: readonly Source[]): Pattern[] {
  const modules = sources.map(({ fileName }) => fileName).filter((file) => !STARTS_A_PROGRAM.test(file));
  const register = join(packageRoot(), 'tools/typescript/register.cjs');
  const folder = mkdtempSync(join(tmpdir(), 'privacy-chat-patterns-'));
  try {
    const file = join(folder, 'built.json');
    const program = join(__dirname, 'write-built-patterns.ts');
    execFileSync(process.execPath, ['--require', register, program, file], {
      input: JSON.stringify(modules),
    });
    return JSON.parse(readFileSync(file, 'utf8')) as Pattern[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function literalsIn(source: Source): Pattern[] {
  return nodesOf(source.tree)
    .filter(isRegularExpressionLiteral)
    .map((node) => {
      const end = node.text.lastIndexOf('/');
      return {
        place: placeOf(source, node),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      };
    });
}

/** Returns the places of `new RegExp(...)` and `RegExp(...)`. */
function callsIn(source: Source): string[] {
  if (!source.text.includes('RegExp(')) return [];
  return nodesOf(source.tree)
    .filter((node) => isNewExpression(node) || isCallExpression(node))
    .filter((node) => node.expression.getText() === 'RegExp')
    .map((node) => placeOf(source, node));
}

function nodesOf(root: Node): Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node): void => {
    nodes.push(node);
    forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

const placeOf = ({ fileName, tree }: Source, node: Node): string =>
  `${fileName}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
