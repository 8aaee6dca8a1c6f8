/**
 * The minimum work of a gateway: Express reads a body, axios forwards it, and the answer is returned. With a database, one
 * durable statement precedes the call. Prints its port.
 */
import axios from 'axios';
import express, { type Request, type Response } from 'express';
import { Pool } from 'pg';

const [upstream = '', database] = process.argv.slice(2);
const pool = database ? new Pool({ connectionString: database }) : undefined;
const content = Buffer.alloc(2_000, 'x');

async function pass(request: Request, response: Response): Promise<void> {
  const { data } = await axios.post<object>(`${upstream}/chat/completions`, request.body);
  await pool?.query('INSERT INTO passed (content) VALUES ($1)', [content]);
  response.json(data);
}

const server = express()
  .use(express.json())
  .post('/chat', (request, response) => void pass(request, response))
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
  });
