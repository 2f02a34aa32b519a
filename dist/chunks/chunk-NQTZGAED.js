import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
function stopping(tell){let stop=new AbortController,hear=()=>{stop.signal.aborted&&process.exit(130),tell("stopping; what is done is kept \u2026"),stop.abort(),setTimeout(()=>process.exit(130),5e3).unref()};return process.on("SIGINT",hear),process.on("SIGTERM",hear),stop.signal}export{stopping};
