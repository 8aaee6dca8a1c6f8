import { once } from 'node:events';
import { createServer } from 'node:http';

/** What Helm asks of an API server before it looks up a Deployment. */
const DISCOVERY = {
  '/version': { major: '1', minor: '37', gitVersion: 'v1.37.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: 'apps',
        versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
      },
    ],
  },
  '/api/v1': { kind: 'APIResourceList', groupVersion: 'v1', resources: [] },
  '/apis/apps/v1': {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'apps/v1',
    resources: [
      {
        name: 'deployments',
        singularName: 'deployment',
        namespaced: true,
        kind: 'Deployment',
        verbs: ['get'],
      },
    ],
  },
};

/**
 * Runs `work` beside an API server that knows Deployments with these numbers of replicas.
 *
 * @param {Record<string, number>} replicas by the name of the Deployment
 * @param {(args: string[]) => Promise<void>} work with the arguments by which Helm finds the server
 */
export async function withCluster(replicas, work) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = /^\/apis\/apps\/v1\/namespaces\/chat\/deployments\/(.+)$/.exec(pathname)?.[1];
    const found = name in replicas ? deployment(name, replicas[name]) : DISCOVERY[pathname];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(['--kube-apiserver', `http://127.0.0.1:${server.address().port}`]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const deployment = (name, replicas) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'chat' },
  spec: { replicas },
});
