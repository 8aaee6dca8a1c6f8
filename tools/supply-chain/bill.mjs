/**
 * `npm run sbom`: everything that runs in production as a CycloneDX 1.6 bill of materials on standard output, made from
 * package-lock.json alone. (`npm sbom --omit dev` leaves about half of it out.)
 */
import { resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { readLock } from './read-lock.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
process.stdout.write(`${JSON.stringify(billOfMaterials(readLock()), null, 2)}\n`);
