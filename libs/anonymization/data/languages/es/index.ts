import type { LanguageWords } from '../../language-words';
import { SPANISH_ADDRESSES } from './addresses';
import { SPANISH_DATES } from './dates';
import { SPANISH_CUES } from './cues';
import { SPANISH_COMPANIES, SPANISH_PLACES } from './organizations';
import { SPANISH_LETTERS, SPANISH_PEOPLE, SPANISH_TITLES } from './people';
import { SPANISH_SURROGATES } from './surrogates';

export const SPANISH: LanguageWords = {
  titles: SPANISH_TITLES,
  particles: { clear: 'de del la', everyday: 'el y' },
  organizations: { legalForms: 'S\\.?L\\.?' },
  people: SPANISH_PEOPLE,
  letters: SPANISH_LETTERS,
  fields: {
    phone:
      'telefono telefonos tfno tlfno tlf tel movil moviles celular fax numero_de_telefono numero_movil numero_de_contacto',
    extension: 'extension anexo interno',
    email: 'correo correo_electronico direccion_de_correo',
    firstName: 'nombre_de_pila primer_nombre segundo_nombre',
    lastName: 'apellido apellidos primer_apellido segundo_apellido',
    fullName: 'nombre_completo nombre_y_apellidos nombre_apellidos nombre_del_cliente nombre_del_paciente',
    name: 'nombre nombres',
    person:
      'cliente clientes clienta paciente pacientes contacto contactos persona personas empleado empleada autor autora titular destinatario remitente inquilino propietario alumno alumna estudiante medico abogado abogada participante solicitante beneficiario asegurado conductor conyuge padre madre hijo hija responsable trabajador trabajadora',
    organization: 'empresa sociedad organizacion proveedor fabricante marca empleador escuela hospital banco',
    thing: 'producto articulo archivo fichero nombre_de_usuario usuario proyecto evento modelo servidor',
    place: 'pais provincia',
    reference:
      'pedido numero_de_pedido factura numero_de_factura contrato expediente nif dni nie cif referencia numero_de_cliente numero_de_serie codigo seguridad_social',
    account: 'cuenta numero_de_cuenta tarjeta',
    date: 'fecha hora ano',
    birthdate:
      'fecha_de_nacimiento fecha_nacimiento nacimiento f_nacimiento fec_nac f_nac fecha_nac nacido nacida fecha_de_fallecimiento fallecimiento',
    amount: 'importe precio total suma salario cantidad peso',
    street: 'calle',
    city: 'ciudad localidad municipio poblacion',
    address: 'direccion domicilio direccion_postal domicilio_social direccion_de_envio',
    postcode: 'codigo_postal',
    personal: 'tratamiento sexo edad nacionalidad departamento',
    property: 'tipo estado verificado modelo operador prefijo formato',
    neutral:
      'numero numeros valor casa oficina trabajo particular personal principal otro urgencia de del y o el la',
  },
  cues: SPANISH_CUES,
  goods: {
    numbers: 'articulo cod codigo ref referencia',
    items: 'articulo concepto descripcion producto',
    prices: 'precio precios importe pvp',
  },
  nobody: 'ninguno desconocido',
  numbers: {
    units: 'cero uno/un dos tres cuatro cinco seis siete ocho nueve',
    teens: 'diez once doce trece catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    joined: ['veinti{u}'],
    double: 'doble',
    and: 'y',
  },
  phones: {
    phrases:
      'llám(?:a|e|en)(?:me|nos|le|la)?;llamar(?:me|nos)?;llamad(?:a|as|me|nos)?;contact(?:ar|arme);(?:mi|tu|su|nuestro) número',
    numberPhrases: 'número;contact(?:o|ing)?',
    connectors: 'es al el la en o y número del móvil',
  },
  dates: SPANISH_DATES,
  addresses: SPANISH_ADDRESSES,
  companies: SPANISH_COMPANIES,
  places: SPANISH_PLACES,
  request: {
    tags: 'es spa',
    regions: 'ES MX AR CO CL',
    functionWords: 
      'el y los las del está este esta pero más sus muy también usted para por como su al hay donde cuando ' +
      'sobre entre desde hasta sin porque ser fue han había están unos unas',
    surrogates: SPANISH_SURROGATES,
    townEndings: 'ada alba anca ar eda illo ona osa',
  },
};
