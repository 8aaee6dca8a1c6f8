import type { LetterWords, PeopleWords, TitleWords } from '../../language-words';

export const SPANISH_TITLES: TitleWords = {
  address: { man: 'Señor Don', woman: 'Señora Señorita Doña' },
  addressInFields: 'Sr Sra Srta D Dña',
  otherDegrees: 'Doctor Doctora Profesor Profesora Licenciado Licenciada',
  degrees: 'Lic',
  household: 'Familia',
};

export const SPANISH_PEOPLE: PeopleWords = {
  familyNames: `
    García González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández
    Díaz Moreno Álvarez Muñoz Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez
    Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina
    Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Herrera
    Márquez Peña Flores Cabrera Campos Vega Fuentes Carrasco Reyes Caballero Nieto Aguilar Pascual Herrero
    Lorenzo Hidalgo
  `,
  namesThatAreWords:
    'blanco calvo campos cano caballero castillo cruz flores fuentes gallego guerrero herrero iglesias ' +
    'leon moreno nieto prado rey reyes rubio sierra torres vega consuelo dolores mercedes pilar rosario ' +
    'socorro soledad',
  roleEndings: 'directora presidenta alcalde alcaldesa ministra secretario secretaria comisario',
  roles:
    'doctora padre madre hermano hermana tío tía vecino vecina compañero compañera paciente cliente ' +
    'inquilino propietario notario juez jueza abogado abogada médico enfermero enfermera',
  addressed:
    'todos todas amigos amigas amigo amiga señores señoras equipo mamá papá cariño lectores clientes ' +
    'compañeros',
  brands: '',
  mailboxes: 'contacto ventas administracion facturacion reservas secretaria rrhh',
};

export const SPANISH_LETTERS: LetterWords = {
  greetings: '[Hh]ola;[Ee]stimad[oa]s?;[Qq]uerid[oa]s?;[Bb]uenos días;[Bb]uenas (?:tardes|noches);[Aa]preciad[oa]',
  furtherGreetings: 'estimad[oa];querid[oa]',
  lowerGreetings: 'hola;buenas',
  closings:
    '(?:[Uu]n )?(?:[Cc]ordial(?:es)? )?[Ss]aludos?(?: cordial(?:es)?)?;[Aa]tentamente;[Aa]tte\\.?;(?:[Uu]n )?(?:fuerte )?[Aa]brazo;' +
    '[Bb]esos;[Mm]uchas gracias;[Gg]racias(?: de antemano)?;[Ss]inceramente;[Hh]asta (?:pronto|luego|mañana)',
  shortClosings: 'Saludos;Atte\\.?;Un abrazo;Un saludo',
  introductions: 'me llamo;se llama;mi (?:nombre|apellido) es;su nombre es',
  possibleIntroductions: '[Ss]oy;[Ll]e habla;[Hh]abla;[Mm]i (?:marido|mujer|esposo|esposa|hijo|hija|hermano|hermana|jefe|jefa|amigo|amiga|vecino|vecina)',
  mailHeaders: 'de;para;remitente;destinatario',
  personLabels:
    '[Nn]ombre(?: completo| y apellidos)?;[Aa]pellidos?;[Pp]aciente;[Cc]liente;[Tt]itular;[Ff]irmado;[Ff]do\\.;[Aa]utora?;[Cc]ontacto;[Ii]nquilino',
};
