/**
 * `npm run sbom`: prints a CycloneDX 1.6 bill of materials of everything that runs in production, from
 * package-lock.json only. (`npm sbom --omit dev` omits about half of it.)
 */
import { resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { readLock } from './read-lock.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
process.stdout.write(`${JSON.stringify(billOfMaterials(readLock()), null, 2)}\n`);
