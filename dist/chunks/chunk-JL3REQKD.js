import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
function inTurn(){let turn=Promise.resolve();return work=>{let mine=turn.then(work);return turn=mine.catch(()=>{}),mine}}export{inTurn};
