import type { LetterWords, PeopleWords, TitleWords } from '../../language-words';

export const PORTUGUESE_TITLES: TitleWords = {
  address: { man: 'Senhor', woman: 'Senhora Dona' },
  addressInFields: 'Sr Sra Srta',
  otherDegrees: 'Doutor Doutora Professor Professora Engenheiro Engenheira',
  degrees: 'Dra Eng Profa',
  household: 'Família',
};

export const PORTUGUESE_PEOPLE: PeopleWords = {
  familyNames: `
    Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Gonçalves Gomes
    Lopes Marques Alves Almeida Ribeiro Pinto Carvalho Teixeira Moreira Correia Mendes Nunes Soares Vieira
    Monteiro Cardoso Rocha Raposo Neves Coelho Cruz Cunha Pires Ramos Reis Simões Antunes Matos Fonseca
    Machado Araújo Barbosa Tavares Lourenço Castro Figueiredo Azevedo Freitas Lima Souza Barros Melo Moura
    Andrade Nascimento Dias Moraes Batista Campos Farias
  `,
  namesThatAreWords:
    'campos coelho costa cruz leite lobo machado neves pinto ramos reis rocha rosa gloria esperanca luz ' +
    'oliveira pereira',
  roleEndings: 'diretor diretora presidenta prefeito ministra secretária',
  roles:
    'doutor doutora pai mãe irmão irmã tio tia vizinho vizinha colega paciente cliente inquilino senhorio ' +
    'proprietário notário juiz juíza advogado advogada médico enfermeiro enfermeira',
  addressed:
    'todos todas amigos amigas amigo amiga senhores senhoras colegas equipa equipe mãe pai querida ' +
    'leitores clientes pessoal',
  brands: '',
  mailboxes: 'contato contacto vendas geral secretaria faturacao reservas atendimento',
};

export const PORTUGUESE_LETTERS: LetterWords = {
  greetings: '[Oo]lá;[Oo]i;[Cc]ar[oa];[Pp]rezad[oa];[Ee]stimad[oa];[Qq]uerid[oa];[Bb]om dia;[Bb]oa (?:tarde|noite);[Ee]xm[oa]\\.?',
  furtherGreetings: 'car[oa];prezad[oa];querid[oa]',
  lowerGreetings: 'olá;oi',
  closings:
    '(?:[Mm]elhores |[Cc]om os melhores )?[Cc]umprimentos;[Aa]tenciosamente;[Aa]tentamente;[Cc]ordialmente;(?:[Uu]m )?[Aa]braços?;[Bb]eijinhos;[Bb]eijos;' +
    '(?:[Mm]uito )?[Oo]brigad[oa];[Aa]té (?:breve|logo|já);[Aa]tt\\.?;[Gg]rat[oa]',
  shortClosings: 'Cumprimentos;Abraço;Abraços;Att\\.?;Atenciosamente',
  introductions: 'chamo-me;me chamo;chama-se;(?:o )?meu (?:nome|apelido|sobrenome) é;(?:o )?nome (?:dele|dela) é',
  possibleIntroductions: '[Ss]ou [oa]?;[Ff]ala;[Mm]eu (?:marido|filho|irmão|colega|chefe|amigo|vizinho);[Mm]inha (?:mulher|esposa|filha|irmã|colega|vizinha)',
  mailHeaders: 'de;para;remetente;destinatário',
  personLabels:
    '[Nn]ome(?: completo)?;[Aa]pelido;[Ss]obrenome;[Pp]aciente;[Cc]liente;[Tt]itular;[Aa]ssinado;[Aa]utora?;[Cc]ontat?o;[Ii]nquilino',
};
