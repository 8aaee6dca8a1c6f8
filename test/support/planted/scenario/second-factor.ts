import { Secret, TOTP } from 'otpauth';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

/** Sets up, uses and removes a second factor, and sends wrong codes. */
export async function playSecondFactor(stage: Stage): Promise<void> {
  const { plants, system } = stage;
  const user = await system.user({ organizationId: stage.user.organizationId });
  const call = <T>(method: string, path: string, body?: object) =>
    stage.call<T>(`/idm/v1/second-factor${path}`, { method, user, ...(body && { body }) });
  const otp = (field: string): { otp: string } => ({ otp: plants.secret(`refused otp at ${field}`) });

  type Enrolment = { secret: string };
  const { secret } = await expectStatus(200, call<Enrolment>('POST', ''));
  plants.add('secret', 'secret of a second factor', secret);
  await expectStatus(400, call('POST', '/confirm', otp('confirm')));
  type Codes = { recovery_codes: string[] };
  const first = { otp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  const { recovery_codes: codes } = await expectStatus(200, call<Codes>('POST', '/confirm', first));
  for (const code of codes) {
    plants.add('secret', 'recovery code, as it is shown', code);
    plants.add('secret', 'recovery code', code.replaceAll('-', ''));
  }
  await expectStatus(200, call('GET', ''));

  const { userName, password } = user;
  plants.add('secret', 'userName with a second factor', userName);
  plants.add('secret', 'password beside a second factor', password);
  await expectStatus(401, stage.idm('login', { userName, password, ...otp('login') }));
  const [atLogin, atEnd] = codes.map((code) => ({ otp: code })) as [{ otp: string }, { otp: string }];
  type Tokens = { jwtToken: string; refreshToken: string };
  const tokens = await expectStatus(200, stage.idm<Tokens>('login', { userName, password, ...atLogin }));
  plants.add('secret', 'refreshToken', tokens.refreshToken);
  plants.add('secret', 'signature of a jwtToken', tokens.jwtToken.split('.')[2]!);
  await expectStatus(400, call('POST', '/disable', otp('disable')));
  await expectStatus(200, call('POST', '/disable', atEnd));
  await expectStatus(409, call('POST', '/disable', otp('disable without one')));
}
