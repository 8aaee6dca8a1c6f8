/** What every gateway costs: Express reads a body, axios sends it on, its answer goes back. Prints its port. */
import axios from 'axios';
import express, { type Request, type Response } from 'express';

const [upstream = ''] = process.argv.slice(2);
async function pass(request: Request, response: Response): Promise<void> {
  const { data } = await axios.post<object>(`${upstream}/chat/completions`, request.body);
  response.json(data);
}

const server = express()
  .use(express.json())
  .post('/chat', (request, response) => void pass(request, response))
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
  });
