import { readFileSync } from 'node:fs';
import { eventually } from '@app/testing';
import { lives, StartScene, type Start } from '../support/start';

/** Returns the process of the shell between npm and the launcher, or the launcher if it replaced the shell. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

describe('npm start after it was killed', () => {
  let scene: StartScene;
  beforeAll(async () => {
    scene = await StartScene.make();
  });
  afterAll(() => scene.stop());

  it('starts again while the stores of the killed run are still running', async () => {
    const first = scene.start();
    await first.ready(scene.port);
    first.child.kill('SIGKILL');
    await first.ended;
    // The programs notice that their parent is gone, and release their ports.
    await eventually(async () => expect(await scene.listens(scene.port)).toBe(false));
    const second = scene.start();
    await second.ready(scene.port);
    expect(await second.stop('SIGTERM')).toBe(0);
  });

  it.each<[string, NodeJS.Signals, (npm: Start) => number]>([
    ['npm receives SIGTERM', 'SIGTERM', ({ child }) => child.pid!],
    ['npm is killed', 'SIGKILL', ({ child }) => child.pid!],
    ['the terminal of npm is closed', 'SIGHUP', ({ child }) => child.pid!],
    ['the child process of npm is killed', 'SIGKILL', ({ child }) => childOf(child.pid!)],
  ])('stops everything if %s', async (_, signal, victim) => {
    const npm = scene.start({}, ['npm', 'start']);
    await npm.ready(scene.port);
    const pids = await scene.storePids();
    const pid = victim(npm);
    // No process reads the launcher's output while it stops.
    npm.child.stdout!.destroy();
    npm.child.stderr!.destroy();
    process.kill(pid, signal);
    await eventually(async () => {
      expect(pids.filter(lives)).toEqual([]);
      expect([await scene.listens(scene.port), await scene.listens(scene.workerPort)]).toEqual([
        false,
        false,
      ]);
    });
  });
});
