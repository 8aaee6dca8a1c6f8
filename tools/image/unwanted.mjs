/** Runs in a container of the image, and prints what it must not contain, one path a line. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const MANAGERS = ['npm', 'npx', 'corepack', 'yarn', 'apt', 'apt-get', 'pip', 'pip3'];
const COMPILERS = ['gcc', 'cc', 'g++', 'c++', 'clang', 'ld', 'make', 'nasm', 'tsc'];
const UNWANTED = /(^|\/)(typescript|@types)$|\.(d\.[cm]?ts|map)$/;

const programs = process.env.PATH.split(delimiter).flatMap((folder) =>
  [...MANAGERS, ...COMPILERS].map((name) => join(folder, name)).filter((path) => existsSync(path)),
);
const modules = join(process.argv[2] ?? '/app', 'node_modules');
const files = readdirSync(modules, { recursive: true })
  .filter((path) => UNWANTED.test(path))
  .map((path) => join(modules, path));
for (const path of [...programs, ...files]) console.log(path);
