import type { LetterWords, OrganizationWords, ParticleWords, PeopleWords, TitleWords } from '../../language-words';

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

/** Includes those of names from languages without a folder */
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

export const ENGLISH_LETTERS: LetterWords = {
  greetings: '[Dd]ear;DEAR;[Hh]i;[Hh]ello;[Hh]ey;[Gg]ood (?:morning|afternoon|evening|day);[Gg]reetings',
  furtherGreetings: 'dear',
  lowerGreetings: 'hi;hey;hello;dear',
  closings:
    '(?:[Ww]ith )?(?:[Kk]ind|[Bb]est|[Ww]arm|[Ww]armest|[Kk]indest)(?: (?:[Rr]egards|[Ww]ishes));' +
    '[Rr]egards;[Rr]gds;[Bb]est;[Ss]incerely(?: yours)?;' +
    '[Yy]ours(?: (?:sincerely|truly|faithfully|ever))?;[Cc]heers;' +
    '[Tt]hanks(?: (?:again|so much|a lot|in advance|and (?:best |kind )?regards))?;[Mm]any thanks;' +
    '[Tt]hank [Yy]ou(?: (?:again|so much|very much|in advance))?;[Ll]ove;[Tt]ake care;[Cc]ordially;' +
    '[Rr]espectfully(?: yours)?;[Ww]ith (?:love|appreciation|gratitude)',
  shortClosings: 'Best regards;Kind regards;Regards;Cheers;Sincerely;Yours',
  introductions:
    "my (?:full |first |last |real )?name(?:'s|’s| is);" +
    "(?:his|her|their|the (?:patient|customer|client)(?:'s|’s)?) (?:full |first |last )?name is;" +
    'i am (?:called|named);they call me',
  possibleIntroductions:
    "[Ii]['’]m;[Ii] am;[Tt]his is;[Ii]t['’]s;[Ss]peaking with;[Mm]eet;" +
    '[Mm]y (?:wife|husband|son|daughter|boss|manager|friend|colleague|brother|sister|neighbou?r|partner|lawyer|doctor)',
  mailHeaders: 'from;to;cc;bcc;sent by;reply-to;forwarded by',
  personLabels:
    '(?:[Ff]ull|[Ff]irst|[Ll]ast|[Mm]iddle|[Cc]ustomer|[Cc]ontact|[Pp]atient|[Cc]lient|[Ee]mployee|[Uu]ser|[Gg]iven|[Ff]amily)[ _-]?[Nn]ames?;' +
    '[Ss]urname;[Nn]ame;NAME;[Aa]uthor;[Cc]ontact;[Ee]mployee;[Cc]ustomer;[Ss]igned(?: by)?;' +
    '[Mm]anager;[Ss]upervisor;[Aa]ttendees?;[Pp]articipants?;c/o;[Aa]ttn\\.?',
};
