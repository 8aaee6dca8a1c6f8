import { Link, useLocation } from 'wouter';
import { useCapabilities } from '../capabilities';
import { useLastChat } from '../chat/work/work';
import iconAddress from '../icon.svg';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { AccountMenu } from './account-menu';
import { ORGANIZATION_SCREENS, OWN_SCREENS } from './screens';

interface Props {
  onOpen?: () => void;
  onShortcuts: () => void;
}

/** Links to all screens that the user may open. */
export function Sidebar({ onOpen, onShortcuts }: Props) {
  const t = useTexts();
  const { role } = useSession();
  const can = useCapabilities();
  const [location] = useLocation();
  const lastChat = useLastChat();
  const listOf = (screens: typeof OWN_SCREENS) => (
    <ul>
      {screens
        // Admins see what they can have the operator set up.
        .filter(({ roles, needs }) => roles.includes(role) && (!needs || role === 'admin' || can?.[needs]))
        .map(({ path, name, icon }) => (
          <li key={path}>
            <Link
              href={path === '/chat' ? lastChat : path}
              onClick={onOpen}
              aria-current={location === path || location.startsWith(`${path}/`) ? 'page' : undefined}
            >
              <Icon name={icon} /> {t.nav[name]}
            </Link>
          </li>
        ))}
    </ul>
  );
  return (
    <nav className="sidebar" aria-label={t.shell.navigation}>
      <Link className="brand" href="/chat" onClick={onOpen}>
        <img src={iconAddress} alt="" /> privacy-chat
      </Link>
      <div className="nav">
        {listOf(OWN_SCREENS)}
        {role !== 'member' && (
          <div>
            <h2>{t.shell.organization}</h2>
            {listOf(ORGANIZATION_SCREENS)}
          </div>
        )}
      </div>
      <AccountMenu onShortcuts={onShortcuts} />
    </nav>
  );
}
