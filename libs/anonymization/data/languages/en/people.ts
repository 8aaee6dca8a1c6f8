import type { OrganizationWords, ParticleWords, PeopleWords, TitleWords } from '../../language-words';

export const ENGLISH_TITLES: TitleWords = {
  address: { man: 'Mr Mister', woman: 'Mrs Ms Miss', anyone: 'Mx' },
  courtesy: { man: 'Sir Lord', woman: 'Dame Madam Lady', anyone: 'Rev' },
  degrees: 'Dr Prof',
  otherDegrees: 'Professor',
  ranks: 'Hon Capt Lt Sgt Col Gen Major Inspector Detective Officer',
  offices: 'Professor President Governor Judge Justice Senator Detective Inspector Sergeant',
  behind: 'jr sr ii iii iv msc bsc phd',
  household: 'Family',
};

/** With those of names from languages that have no folder */
export const ENGLISH_PARTICLES: ParticleWords = {
  clear: 'al bin ibn abu',
  everyday: 'of',
  within: 'and af av',
};

export const ENGLISH_PEOPLE: PeopleWords = {
  familyNames: `
    Adams Allen Anderson Bailey Baker Barnes Bell Bennett Brooks Brown Campbell Carter Clark Collins Cook Cooper
    Cox Davis Edwards Evans Foster Garcia Gonzalez Gray Green Hall Harris Hernandez Hill Howard Hughes Jackson
    James Jenkins Johnson Jones Kelly King Lee Lewis Long Lopez Martinez Miller Mitchell Moore Morgan Morris
    Murphy Myers Nelson Nguyen Parker Patel Perez Perry Peterson Phillips Powell Price Ramirez Reed Richardson
    Rivera Roberts Robinson Rodriguez Rogers Ross Russell Sanchez Sanders Scott Smith Stewart Sullivan Taylor
    Thomas Thompson Torres Turner Walker Ward Watson White Williams Wilson Wood Wright Young
  `,
  namesThatAreWords:
    'art bill chase dean drew earl faith frank gene grace grant guy hope iris ivy jack joy june mark ' +
    'may max miles norm pat penny piper ray rich rob rose ruby sky sue violet wade ward will april ' +
    'august berry black bond brook brown bush cash church clay cook cross day english field fields ' +
    'fox french glass gold gray green hall hand hill hunt king knight lake lane law little long love ' +
    'major may moon moore north page park pope price prince reed rice rivers rose short silver singer ' +
    'snow sparks stone street strong summer wall ward weeks west white winter wise wood woods young',
  roleEndings:
    'president commissioner chair chairman chairwoman chairperson speaker secretary ambassador ' +
    'governor chancellor director manager officer',
  roles:
    'doctor general father mother brother sister uncle aunt colleague customer member friend reader ' +
    'editor applicant client partner user student parent teacher neighbor neighbour subscriber ' +
    'supporter team justice honor honour sheik sheikh majesty lordship',
  addressed:
    'all anonymous any anyone attn ceo cfo cto colleagues community concern customers dears diary ' +
    'dudes each emeritus ensuring ex everybody everyone folks forum friends gang gents gentlemen god ' +
    'guys hall hello hi hiring house hrm human investors it kids ladies love mom mum dad owner people ' +
    'recipient recruiter recruiting resources santa sales service sirs soul students support ' +
    'sweetheart darling honey there together valued whom world you your fans',
  brands: 'pepper dre evil jekyll no strange who',
  mailboxes:
    'info contact mail email office post service support sales team job jobs press billing ' +
    'admin webmaster postmaster noreply newsletter shop privacy',
};

export const ENGLISH_ORGANIZATIONS: OrganizationWords = {
  legalForms: 'Inc Ltd LLC LLP Corp Co PLC',
  institutions:
    'Bank Group Team University Institute Foundation Services? Systems? Solutions? Software ' +
    'Technologies Labs? Media Holding Hospital School',
  behindNames:
    'Band Blues College Medal Prize Award Trophy Cup Street Road Avenue Boulevard Lane Square Bridge ' +
    'Clinic Museum Library Center Centre Park Airport Stadium Show Memorial Partners Associates ' +
    'Company Industries Orchestra Quartet Trio',
};
